import { expect, test } from 'vitest';
import { LISTS, openConsole } from '../test/console.ts';
import { aDraft } from '../test/factories.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm, aWebsiteForm } from '../test/form-factories.ts';
import { checkOut } from '../test/roads.ts';

const REQUESTS = [
  { path: '/api/submit-voice-agent-form', list: LISTS.voice, form: aVoiceForm },
  { path: '/api/voice-agent-form-submission', list: LISTS.voice, form: aDentalForm },
  { path: '/api/on-hold-audio-form', list: LISTS.onhold, form: anOnHoldForm },
];

test.each(REQUESTS)(
  '$path: what fills in the hidden field or is too fast is kept in quarantine, its sender hears the usual words',
  async ({ path, list, form }) => {
    const { app, see } = await openConsole();
    const usual = (await app.post(path, form())).body;
    const caught = [
      (await app.post(path, form({ leaveEmpty: 'cheap watches' }))).body,
      (await app.post(path, form({ filledInMs: 300 }))).body,
    ];
    for (const body of caught) {
      expect(body).toEqual({ ...usual, orderNumber: expect.stringMatching(/^ORD-\d{5}$/) });
    }
    expect((await see(list)).submissions).toMatchObject([
      { quarantineReason: 'too-fast' },
      { quarantineReason: 'honeypot' },
      { quarantineReason: null },
    ]);
  },
);

test('a form without the fields of our pages is no spam for that', async () => {
  const { app, see } = await openConsole();
  const { leaveEmpty: _empty, filledInMs: _time, submissionKey: _key, ...bare } = anOnHoldForm();
  await app.post('/api/on-hold-audio-form', bare);
  expect((await see(LISTS.onhold)).submissions).toMatchObject([{ quarantineReason: null }]);
});

test('two seconds are enough for autofill', async () => {
  const { app, see } = await openConsole();
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ filledInMs: 2_000 }));
  expect((await see(LISTS.voice)).submissions).toMatchObject([{ quarantineReason: null }]);
});

test('from the sixth form in ten minutes on, one address goes to quarantine; ten minutes later it is free', async () => {
  const { app, see } = await openConsole({ env: { isRateLimited: true } });
  const reasons = async () =>
    (await see(LISTS.onhold)).submissions
      .map((row: { quarantineReason: string | null }) => row.quarantineReason)
      .toReversed();
  for (let sent = 1; sent <= 7; sent += 1) {
    expect((await app.post('/api/on-hold-audio-form', anOnHoldForm())).status).toBe(200);
  }
  expect(await reasons()).toEqual([null, null, null, null, null, 'too-many', 'too-many']);
  app.clock.now = new Date(app.clock.now.getTime() + 10 * 60_000);
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  expect((await reasons()).at(-1)).toBeNull();
});

test('far too many forms from one address are refused in words', async () => {
  const { app } = await openConsole({ env: { isRateLimited: true } });
  for (let sent = 1; sent <= 30; sent += 1) {
    expect((await app.post('/api/on-hold-audio-form', anOnHoldForm())).status).toBe(200);
  }
  const { status, body } = await app.post('/api/on-hold-audio-form', anOnHoldForm());
  expect({ status, message: body.message }).toEqual({
    status: 429,
    message: 'Too many tries in a short time. Please wait a moment and try again.',
  });
});

test('who knows number and e-mail of an order is its buyer, however fast', async () => {
  const { app, see } = await openConsole({ env: { isRateLimited: true } });
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  for (let sent = 1; sent <= 7; sent += 1) {
    await app.post(
      '/api/submit-order-form',
      aWebsiteForm({ filledInMs: 10, leaveEmpty: 'filled by a toolbar' }),
    );
  }
  const { submissions } = await see(LISTS.website);
  expect(submissions.map((row: { quarantineReason: unknown }) => row.quarantineReason)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test('one address may store 4 MB of forms in an hour, whatever their kinds', async () => {
  const { app } = await openConsole({ env: { isRateLimited: true } });
  const notes = 'x'.repeat(100_000);
  const statuses: number[] = [];
  for (let sent = 0; sent < 11; sent += 1) {
    const form = { notes, businessDescription: notes };
    statuses.push((await app.post('/api/submit-voice-agent-form', aVoiceForm(form))).status);
    const dental = aDentalForm({ notes, specialRequirements: notes });
    statuses.push((await app.post('/api/voice-agent-form-submission', dental)).status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(statuses.at(-1)).toBe(429);
});
