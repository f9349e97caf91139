import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { FORMS, LISTS, openConsole, REQUESTS } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { TEST_NOW } from '../../../test/shop/test-app.ts';
import { createSpamCheck } from './spam-check.ts';
import { randomUUID } from 'node:crypto';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { counterValue } from '../../../test/fixtures/rows.ts';

test.each(REQUESTS)(
  '$path: a form with the hidden field filled in, or a fast repeat, is quarantined; its sender gets the usual response',
  async ({ path, list, form }) => {
    const { app, see } = await openConsole();
    const usual = (await app.post(path, form())).body;
    const caught = [
      (await app.post(path, form({ leaveEmpty: 'cheap watches' }))).body,
      (await app.post(path, form({ filledInMs: 300, notes: 'The same again', phone: '1' }))).body,
      (await app.post(path, form({ filledInMs: 300, notes: 'The same again', phone: '1' }))).body,
    ];
    for (const body of caught) {
      expect(body).toEqual({ ...usual, orderNumber: expect.stringMatching(/^ORD-\d{5}$/) });
    }
    expect((await see(list)).submissions).toMatchObject([
      { quarantineReason: 'too-fast' },
      { quarantineReason: null },
      { quarantineReason: 'honeypot' },
      { quarantineReason: null },
    ]);
  },
);

test('a form without our pages’ extra fields is not spam for that reason alone', async () => {
  const { app, see } = await openConsole();
  const { leaveEmpty: _empty, filledInMs: _time, submissionKey: _key, ...bare } = anOnHoldForm();
  await app.post('/api/on-hold-audio-form', bare);
  expect((await see(LISTS.onhold)).submissions).toMatchObject([{ quarantineReason: null }]);
});

test('a form autofilled and sent within two seconds is not spam', async () => {
  const { app, see } = await openConsole({ env: { isRateLimited: true } });
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ filledInMs: 400 }));
  expect((await see(LISTS.voice)).submissions).toMatchObject([{ quarantineReason: null }]);
  expect((await app.sentEmails()).map(({ subject }) => subject)).toEqual([
    'We’ve received your voice agent form (ORD-10001)',
  ]);
});

test.each([
  ['an order number that nobody has', { orderNumber: '99999' }],
  ['an order that nobody paid', { orderNumber: '10001' }],
])('a form sent within two seconds for %s is quarantined', async (_, sign) => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ ...sign, filledInMs: 400 }));
  expect((await see(LISTS.onhold)).submissions).toMatchObject([{ quarantineReason: 'too-fast' }]);
});

test('of different forms sent by a program instantly, five are accepted as real', async () => {
  const office = await openConsole({ env: { isRateLimited: true } });
  for (let index = 0; index < 8; index += 1) {
    const { path, form } = fromPerson(index, { filledInMs: 100 });
    await office.app.post(path, form);
  }
  const reasons = await reasonsIn(office);
  expect(reasons.filter((reason) => reason === null)).toHaveLength(5);
  expect(reasons.filter((reason) => reason === 'too-fast')).toHaveLength(3);
});

const MINUTE = 60_000;

type Office = Awaited<ReturnType<typeof openConsole>>;

/** A form from person number `index` in an office. Each person sends the next kind of form. */
const fromPerson = (index: number, changes: object = {}) => {
  const { path, form } = REQUESTS[index % REQUESTS.length] ?? expect.fail();
  const sent = form({ email: `person-${index}@office.example`, phone: `555 ${index}`, ...changes });
  return { path, form: sent };
};

const reasonsIn = async ({ see }: Office): Promise<(string | null)[]> => {
  const lists = await Promise.all([LISTS.voice, LISTS.onhold].map((list) => see(`${list}?limit=100`)));
  return lists
    .flatMap(({ submissions }) => submissions)
    .map((row: { quarantineReason: string | null }) => row.quarantineReason);
};

test('fifty people behind one address can all send a form, and none is quarantined', async () => {
  const office = await openConsole({ env: { isRateLimited: true } });
  await checkOut(office.app, aDraft({ serviceTypes: ['website'] }));
  const people = Array.from({ length: 50 }, (_, index) => fromPerson(index, { filledInMs: 2_500 }));
  const statuses = await Promise.all(
    people.map(async ({ path, form }) => (await office.app.post(path, form)).status),
  );
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
  expect(await reasonsIn(office)).toEqual(Array.from({ length: 50 }, () => null));
});

test('fifty people behind one address can each send the largest form', { tags: ['long'] }, async () => {
  const { app } = await openConsole({ env: { isRateLimited: true } });
  const notes = 'x'.repeat(100_000);
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const answers = { notes, specialRequirements: notes, languages: notes.slice(0, 50_000) };
      const form = aDentalForm({ email: `p${index}@office.example`, ...answers });
      return (await app.post('/api/voice-agent-form-submission', form)).status;
    }),
  );
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
});

test.each([
  ['the same content', () => ({ email: 'bot@elsewhere.example', phone: '1' })],
  ['no fields of our pages', () => ({ filledInMs: undefined, submissionKey: undefined })],
  ['an order number that nobody has', () => ({ orderNumber: '99999' })],
])('starting with the sixth form from an address, %s means quarantine', async (_, sign) => {
  const office = await openConsole({ env: { isRateLimited: true } });
  // Guessed order numbers would otherwise be delayed.
  office.app.context.limits.lookupDelay.afterMiss = () => 0;
  for (let index = 0; index < 8; index += 1) {
    const form = anOnHoldForm({ email: `bot-${index}@elsewhere.example`, ...sign() });
    expect((await office.app.post('/api/on-hold-audio-form', form)).status).toBe(200);
  }
  expect((await reasonsIn(office)).toReversed()).toEqual([
    ...Array.from({ length: 5 }, () => null),
    ...Array.from({ length: 3 }, () => 'too-many'),
  ]);
  office.app.wait(10 * MINUTE);
  await office.app.post('/api/on-hold-audio-form', anOnHoldForm(sign()));
  expect((await reasonsIn(office))[0]).toBeNull();
});

test('hundreds of realistic forms from one address in a minute are mostly rejected, and few are accepted as real', async () => {
  const office = await openConsole({ env: { isRateLimited: true } });
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => {
      const { path, form } = fromPerson(index);
      return office.app.post(path, form);
    }),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([taken.length, refused.length]).toEqual([120, 180]);
  expect(refused[0]?.body.message).toBe('Too many attempts. Please wait a moment and try again.');
  const reasons = await reasonsIn(office);
  expect(reasons).toHaveLength(120);
  expect(reasons.filter((reason) => reason === null).length).toBeLessThanOrEqual(60);
});

test('of one form after another sent by a program, sixty are accepted as real', () => {
  const check = createSpamCheck(() => TEST_NOW, true);
  const reasons = Array.from({ length: 62 }, (_, index) => {
    check.arrived('203.0.113.7');
    const form = { filledInMs: 90_000, contentHash: `${index}`, orderMatch: 'request' as const };
    return check.reasonFor('203.0.113.7', form);
  });
  expect(reasons.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => null));
  expect(reasons.slice(60)).toEqual(['too-many', 'too-many']);
});

test('an address is delayed for each form beyond the fifth, up to a second; others are not', () => {
  const check = createSpamCheck(() => TEST_NOW, true);
  const waits = Array.from({ length: 61 }, () => check.arrived('203.0.113.7'));
  expect(waits.slice(0, 7)).toEqual([0, 0, 0, 0, 0, 20, 40]);
  expect(waits.at(-1)).toBe(1_000);
  expect(check.arrived('203.0.113.8')).toBe(0);
  const unlimited = createSpamCheck(() => TEST_NOW, false);
  expect(Array.from({ length: 10 }, () => unlimited.arrived('203.0.113.7'))).toEqual(Array(10).fill(0));
});

test('somebody who has the order’s link is its customer, however fast', async () => {
  const { app, see } = await openConsole({ env: { isRateLimited: true } });
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  for (let sent = 1; sent <= 7; sent += 1) {
    await app.post(
      '/api/submit-order-form',
      aWebsiteForm({ filledInMs: 10, leaveEmpty: 'filled by a toolbar', ...formKey(app) }),
    );
  }
  const { submissions } = await see(LISTS.website);
  expect(submissions.map((row: { quarantineReason: unknown }) => row.quarantineReason)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test('one address can store 16 MB of forms per hour, of all kinds together', { tags: ['long'] }, async () => {
  const { app } = await openConsole({ env: { isRateLimited: true } });
  const notes = 'x'.repeat(100_000);
  const statuses = await Promise.all(
    Array.from({ length: 90 }, async (_, index) => {
      const email = `p${index}@office.example`;
      const voice = aVoiceForm({ email, notes, businessDescription: notes });
      const dental = aDentalForm({ email, notes, specialRequirements: notes });
      return index % 2 === 0
        ? (await app.post('/api/submit-voice-agent-form', voice)).status
        : (await app.post('/api/voice-agent-form-submission', dental)).status;
    }),
  );
  const taken = statuses.filter((status) => status === 200).length;
  expect(taken).toBeGreaterThanOrEqual(80);
  expect(taken).toBeLessThan(85);
  expect(statuses.filter((status) => status === 429)).toHaveLength(90 - taken);
});

test.each(FORMS)(
  '$path sent five times at once and once later is stored once, with the same response',
  async ({ path, list, form }) => {
    const { app, see } = await openConsole();
    await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    const sent = form();
    const copies = Array.from({ length: 5 }, () => sent);
    const answers: { status: number; body: unknown }[] = await pipelinedPosts(app.base, path, copies);
    app.wait(3_600_000);
    answers.push(await app.post(path, { ...sent, filledInMs: 7_200_000 }));
    const counter = counterValue(app.db);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect((await see(list)).total).toBe(1);
    expect(counter).toBe('project' in sent ? 10_001 : 10_002);
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
