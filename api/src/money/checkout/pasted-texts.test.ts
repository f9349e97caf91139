import { domainToASCII } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { aWorker } from '../../../test/fixtures/outbox-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';
import { rebuildSearch } from '../../db/search/rebuild-search.ts';
import { createSendMessage } from '../../email/send-message.ts';
import { smtpTransport } from '../../email/smtp-transport.ts';

const PHONE = '\u202D(555) 010-1234\u202C';

test('an order and each form take what contacts, emails, and chats put around a text', async () => {
  const app = await startTestApp();
  const pasted = { email: '\u200BAda <ada@marlow-bicycles.example>', phone: PHONE };
  const draft = aDraft({
    ...pasted,
    serviceTypes: ['voice'],
    firstName: '\u2068אדה\u2069',
    businessName: 'Marlow\u00A0Bicycles\uFEFF',
    address: '12 Main St\tSuite 4',
  });
  expect((await checkOut(app, draft)).status).toBe(200);
  expect(rows.orders(app.db)).toMatchObject([
    {
      firstName: 'אדה',
      phone: '(555) 010-1234',
      email: 'ada@marlow-bicycles.example',
      businessName: 'Marlow Bicycles',
      address: '12 Main St Suite 4',
    },
  ]);
  const forms = {
    'submit-voice-agent-form': aVoiceForm(pasted),
    'voice-agent-form-submission': aDentalForm(pasted),
    'on-hold-audio-form': anOnHoldForm(pasted),
  };
  for (const [path, form] of Object.entries(forms))
    expect((await app.post(`/api/${path}`, form)).status, path).toBe(200);
});

test('a number is found with marks and without them, also one that was stored with marks', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], phone: PHONE }));
  const found = async (typed: string) =>
    (await see(`/api/json/orders?${new URLSearchParams({ q: typed })}`)).orders.length;
  expect([await found('(555) 010-1234'), await found(PHONE), await found('010\u200B-12\u00AD34')]).toEqual([
    1, 1, 1,
  ]);
  app.db.$client.prepare('UPDATE orders SET phone = ?').run('\u202D(555) 010\uFE0F-12\u200B34');
  app.db.$client.pragma('user_version = 0');
  rebuildSearch(app.db);
  expect([await found('010-1234'), await found(PHONE)]).toEqual([1, 1]);
});

test.each([
  'smith&sons@shop.example',
  "ada'@shop.example",
  'a!#$%*/=?^`{|}~b@shop.example',
  'ivan@xn--e1afmkfd.xn--p1ai',
])('the address %s gets its emails, and its owner is found and erased', async (email) => {
  const { app, act } = await openConsole();
  const { received, url } = await startSmtpServer();
  const transport = smtpTransport(url);
  onTestFinished(() => transport.close());
  await checkOut(app, aDraft({ serviceTypes: ['voice'], email }));
  const settings = testEnv({ publicUrl: 'https://shop.example.com' });
  const send = createSendMessage({ ...app.context, newsletter: null, settings }, transport);
  await aWorker(app.db, send, { now: app.clock.now }).drain();
  // The test's server shows domains in their own letters.
  const shown = received.flatMap(({ recipients }) => recipients).map((to) => to.split('@'));
  const addresses = shown.map(([name, domain = '']) => `${name}@${domainToASCII(domain)}`);
  expect(addresses).toContain(email);
  expect((await act('/api/admin/privacy/find', { email })).body.orders).toEqual(['ORD-10001']);
  expect((await act('/api/admin/privacy/erase', { email })).status).toBe(200);
});
