import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { aPng, shopWithOrder, upload } from '../../../test/shop/upload-steps.ts';
import { FORMS, openConsole } from '../../../test/shop/admin-client.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';

const NUMBER = 'ORD-10001';

async function openShop() {
  const { app, see, act } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'voice', 'onhold'] }));
  const { key: orderKey } = pageLink(app);
  return {
    app,
    act,
    orderKey,
    email: aDraft().email,
    fields: async (form: string) =>
      (await app.get(`/api/order/answers?order=${NUMBER}&key=${orderKey}&form=${form}`)).body.answers,
    read: () => see(`/api/json/cases/${NUMBER}`),
  };
}

// The on-hold form has no notes.
test.each(FORMS.filter(({ kind }) => kind !== 'onhold'))(
  'a corrected $kind form replaces the answers and keeps the earlier ones',
  async ({ kind, path, form }) => {
    const { app, orderKey, email, fields, read } = await openShop();
    const first = form({ orderNumber: NUMBER, email, notes: 'Blue' });
    await app.post(path, { ...first, ...formKey(app) });
    expect(await fields(kind)).toMatchObject({ notes: 'Blue', email });
    const corrected = { ...first, submissionKey: randomUUID(), notes: 'Green', orderKey };
    // The same correction again is the same.
    for (let sent = 0; sent < 2; sent += 1) expect((await app.post(path, corrected)).status).toBe(200);
    expect((await read()).submissions).toMatchObject([
      { form: kind, submission: { notes: 'Green' }, earlier: [{ answers: { notes: 'Blue' } }] },
    ]);
    expect(await fields(kind)).toMatchObject({ notes: 'Green' });
    const subjects = (await app.businessEmails()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Corrected '))).toHaveLength(1);
  },
);

test('a correction keeps the files that were sent before, and its place in the timeline, and is confirmed', async () => {
  const { app, customer, query, orderNumber } = await shopWithOrder();
  const form = aVoiceForm({ orderNumber, email: aDraft().email });
  const path = '/api/submit-voice-agent-form';
  const [first, second] = [randomUUID(), randomUUID()];
  await upload(app, { bytes: aPng(8), by: { submissionKey: first, filename: 'first.png' } });
  await app.post(path, { ...form, ...formKey(app), submissionKey: first });
  app.wait(60_000);
  await upload(app, { bytes: aPng(16), by: { submissionKey: second, filename: 'second.png' } });
  const corrected = { ...form, submissionKey: second, notes: 'Green', orderKey: customer.key };
  expect((await app.post(path, corrected)).status).toBe(200);
  const names = (files: { name: string }[]) => files.map(({ name }) => name);
  expect(names((await app.get(`/api/order${query}`)).body.files)).toEqual(['first.png', 'second.png']);
  const { files, timeline } = (await app.get(`/api/json/cases/${orderNumber}`, await loggedIn(app))).body;
  expect(names(files)).toEqual(['first.png', 'second.png']);
  const forms = timeline.filter(({ kind }: { kind: string }) => kind === 'form');
  expect(forms.map(({ text }: { text: string }) => text)).toEqual([
    'Voice agent form corrected',
    'Voice agent form received',
  ]);
  const email = (await app.sentEmails()).at(-1);
  expect(email?.subject).toBe(`We’ve received your corrected voice agent form (${orderNumber})`);
  expect(email?.text).toContain('choose Correct your answers');
  expect(email?.text).toContain(`/order?order=${orderNumber}&key=${customer.key}`);
});

test('answers that an earlier version of the form took in another shape are left out, and the rest is shown', async () => {
  const { app, orderKey, email, read } = await openShop();
  const form = { ...aWebsiteForm({ project: NUMBER, email, notes: 'Blue' }), ...formKey(app) };
  await app.post('/api/submit-order-form', form);
  const corrected = { ...form, submissionKey: crypto.randomUUID(), notes: 'Green', orderKey };
  expect((await app.post('/api/submit-order-form', corrected)).status).toBe(200);
  const older = {
    notes: 'Blue',
    faxNumber: '555',
    addons: 'revisions',
    email: { work: 'ada@marlow.example' },
  };
  app.db.$client.prepare('UPDATE answer_versions SET answers = ?').run(JSON.stringify(older));
  const [{ earlier }] = (await read()).submissions;
  expect(earlier).toMatchObject([{ answers: { notes: 'Blue', faxNumber: '555' } }]);
  expect(earlier[0].answers).not.toHaveProperty('addons');
  expect(earlier[0].answers).not.toHaveProperty('email');
});

test('once work has started, answers are not changed, and the customer is told what to do', async () => {
  const { app, act, orderKey, email, read } = await openShop();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, email, ...formKey(app) }));
  const started = { workStatus: 'in-progress', workVersion: 0 };
  await act(`/api/admin/cases/${NUMBER}/work-status`, started);
  const late = anOnHoldForm({ orderNumber: NUMBER, email, customMessage: 'Something else', orderKey });
  const { status, body } = await app.post('/api/on-hold-audio-form', late);
  expect([status, body.message]).toEqual([409, expect.stringContaining('Please send us a message')]);
  expect((await read()).submissions).toMatchObject([{ earlier: [] }]);
});

test('without the key of the order’s page, a form replaces nothing', async () => {
  const { app, email, read } = await openShop();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, email, ...formKey(app) }));
  const again = anOnHoldForm({
    orderNumber: NUMBER,
    email,
    customMessage: 'Thank you for calling somebody else.',
    submissionKey: crypto.randomUUID(),
  });
  expect((await app.post('/api/on-hold-audio-form', again)).status).toBe(200);
  expect((await read()).submissions).toMatchObject([{ earlier: [] }, { earlier: [] }]);
  expect((await app.get(`/api/order/answers?order=${NUMBER}&key=wrong&form=onhold`)).status).toBe(404);
});

test('answers sent with a link that was ended correct nothing', async () => {
  const { app, act, orderKey, email, read } = await openShop();
  const form = (notes: string) =>
    aWebsiteForm({ project: NUMBER, email, notes, submissionKey: randomUUID() });
  await app.post('/api/submit-order-form', { ...form('Blue'), ...formKey(app) });
  await act(`/api/admin/cases/${NUMBER}/end-links`, {});
  await app.post('/api/submit-order-form', { ...form('Red'), orderKey });
  expect((await read()).submissions).toMatchObject([
    { submission: { notes: 'Blue' }, earlier: [] },
    { submission: { notes: 'Red' }, earlier: [] },
  ]);
});
