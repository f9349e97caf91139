import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { LISTS, openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { counterValue } from '../../../test/fixtures/rows.ts';

const FORMS = [
  { path: '/api/submit-order-form', list: LISTS.website, form: aWebsiteForm },
  { path: '/api/submit-voice-agent-form', list: LISTS.voice, form: aVoiceForm },
  { path: '/api/voice-agent-form-submission', list: LISTS.voice, form: aDentalForm },
  { path: '/api/on-hold-audio-form', list: LISTS.onhold, form: anOnHoldForm },
];

test.each(FORMS)(
  '$path sent five times at once and once later is stored once, with the same response',
  async ({ path, list, form }) => {
    const { app, see } = await openConsole();
    await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    const sent = form();
    const copies = Array.from({ length: 5 }, () => sent);
    const answers: { status: number; body: unknown }[] = await pipelinedPosts(app.base, path, copies);
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000);
    answers.push(await app.post(path, { ...sent, filledInMs: 7_200_000 }));
    const counter = counterValue(app.db);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect((await see(list)).total).toBe(1);
    expect(counter).toBe(sent && 'project' in sent ? 10_001 : 10_002);
  },
);

test('corrections made before a resend are not lost', async () => {
  const { app, see } = await openConsole();
  const sent = anOnHoldForm({ customMessage: 'We are closed on Mondays.' });
  await app.post('/api/on-hold-audio-form', sent);
  await app.post('/api/on-hold-audio-form', { ...sent, customMessage: 'We are closed on Sundays.' });
  const { submissions } = await see(LISTS.onhold);
  expect(submissions.map((row: { customMessage: string }) => row.customMessage)).toEqual([
    'We are closed on Sundays.',
    'We are closed on Mondays.',
  ]);
});

test('the same answers with another key, or without a key, are a new submission', async () => {
  const { app, see } = await openConsole();
  const sent = aVoiceForm();
  const { submissionKey: _key, ...bare } = sent;
  for (const body of [sent, { ...sent, submissionKey: randomUUID() }, bare, bare]) {
    await app.post('/api/submit-voice-agent-form', body);
  }
  expect((await see(LISTS.voice)).total).toBe(4);
});
