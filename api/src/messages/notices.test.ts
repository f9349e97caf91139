import type { Role } from '@northlight/shared/contracts/rights.ts';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { aVoiceForm } from '../../test/fixtures/form-factories.ts';
import { startTestApp, type TestApp } from '../../test/shop/test-app.ts';
import { outbox } from '../db/schema/messages.ts';

async function person(app: TestApp, username: string, role: Role, notices: object) {
  const credentials = { username, password: 'a quiet north window', role };
  await addAdmin(app, credentials);
  const headers = await loggedIn(app, credentials);
  expect((await app.post('/api/admin/notices', notices, headers)).status).toBe(200);
  return headers;
}

const recipientsOf = (app: TestApp, kind: string) =>
  app.db
    .select()
    .from(outbox)
    .all()
    .filter((message) => message.kind === kind)
    .map(({ recipient }) => recipient)
    .toSorted();

test('each person gets the emails they chose, besides the mailbox, and only what their role may see', async () => {
  const app = await startTestApp();
  await person(app, 'ada', 'owner', { email: ['orders', 'forms', 'payments'], desktop: [] });
  await person(app, 'bo', 'staff', { email: ['forms'], desktop: [] });
  await person(app, 'cy', 'accountant', { email: ['orders', 'forms'], desktop: [] });
  await buyWithCard(app, aDraft({ serviceTypes: ['voice', 'onhold'] }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: 'ORD-10001' }));
  const mailbox = 'hello@northlight.example';
  expect(recipientsOf(app, 'new-order')).toEqual(['ada@studio.example', 'cy@studio.example', mailbox]);
  expect(recipientsOf(app, 'new-submission')).toEqual(['ada@studio.example', 'bo@studio.example', mailbox]);
});

test('what someone does not want on the desktop is marked in their stream', async () => {
  const app = await startTestApp();
  const quiet = await person(app, 'ada', 'owner', { email: [], desktop: ['forms'] });
  await addAdmin(app, { username: 'bo', password: 'a quiet north window' });
  const usual = await loggedIn(app, { username: 'bo', password: 'a quiet north window' });
  const openStream = async (headers: { cookie: string }) => {
    const stopping = new AbortController();
    const { body } = await fetch(`${app.base}/api/admin/live`, { headers, signal: stopping.signal });
    return { body, stopping };
  };
  const firstEvent = async ({ body, stopping }: Awaited<ReturnType<typeof openStream>>) => {
    let text = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const [, data] = /^data: (.*)$/m.exec(text) ?? [];
      if (!data) continue;
      stopping.abort();
      return JSON.parse(data);
    }
  };
  // An open stream hears what happens from then on.
  const streams = [await openStream(quiet), await openStream(usual)];
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const [toQuiet, toUsual] = await Promise.all(streams.map(firstEvent));
  expect(toQuiet).toMatchObject({ kind: 'order', isQuiet: true });
  expect(toUsual).toEqual({ kind: 'order', orderNumber: 'ORD-10001', title: expect.any(String) });
});
