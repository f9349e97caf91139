import { expect, onTestFinished, test } from 'vitest';
import { startFakeMailchimp, type FakeMailchimp } from '../../../test/mailchimp/fake-mailchimp.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { voiceAgentFormSubmissions } from '../../db/schema/forms.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const MINUTE = 60_000;

async function shopWithList() {
  const mailchimp = await startFakeMailchimp();
  onTestFinished(mailchimp.close);
  const { key: apiKey, listId, base: basePath } = mailchimp;
  const app = await startTestApp({ env: { mailchimp: { apiKey, listId, basePath } } });
  return { mailchimp, app };
}

const newsletterRows = (app: Awaited<ReturnType<typeof startTestApp>>) =>
  rows.outbox(app.db).filter(({ kind }) => kind === 'newsletter');

const memberships = ({ requests }: FakeMailchimp) => requests.filter(({ method }) => method === 'PUT').length;

test('website and voice forms request Mailchimp’s confirmation email; dental and on-hold forms do not', async () => {
  const { mailchimp, app } = await shopWithList();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const website = await app.post('/api/submit-order-form', aWebsiteForm({ email: 'w@x.example' }));
  const voice = await app.post('/api/submit-voice-agent-form', aVoiceForm({ email: 'v@x.example' }));
  expect([website.body.mailchimpStatus, voice.body.mailchimpStatus]).toEqual([
    'pending_confirmation',
    'pending_confirmation',
  ]);
  await app.post('/api/voice-agent-form-submission', aDentalForm({ email: 'd@x.example' }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ email: 'o@x.example' }));
  expect(mailchimp.members.size).toBe(2);
  expect(mailchimp.member('w@x.example')).toMatchObject({
    status: 'pending',
    merge_fields: { FNAME: 'Ada', LNAME: 'Marlow' },
  });
  expect(newsletterRows(app)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
});

test('a resend gets the first response again, and Mailchimp is called once', async () => {
  const { mailchimp, app } = await shopWithList();
  mailchimp.state.delayMs = 50;
  const form = aVoiceForm();
  const send = () => app.post('/api/submit-voice-agent-form', form);
  const answers = [...(await Promise.all([send(), send(), send()])), await send()];
  expect(answers.map(({ body }) => body.mailchimpStatus)).toEqual(Array(4).fill('pending_confirmation'));
  expect(memberships(mailchimp)).toBe(1);
});

test('a form succeeds while Mailchimp is down, and the outbox retries until it works', async () => {
  const { mailchimp, app } = await shopWithList();
  mailchimp.state.fault = 'broken';
  const { status, body } = await app.post('/api/submit-voice-agent-form', aVoiceForm());
  expect([status, body.mailchimpStatus]).toEqual([200, 'failed']);
  expect(newsletterRows(app)).toMatchObject([
    { status: 'waiting', lastError: expect.stringContaining('500') },
  ]);
  await app.sentEmails();
  expect(memberships(mailchimp)).toBe(1);
  mailchimp.state.fault = 'well';
  app.wait(MINUTE);
  await app.sentEmails();
  expect(mailchimp.member('ada@marlow-bicycles.example')).toMatchObject({ status: 'pending' });
  expect(newsletterRows(app)).toMatchObject([{ status: 'sent' }]);
});

test('an address that Mailchimp rejects permanently is not retried', async () => {
  const { app } = await shopWithList();
  const { body } = await app.post(
    '/api/submit-voice-agent-form',
    aVoiceForm({ email: 'nobody@fake.example' }),
  );
  expect(body.mailchimpStatus).toBe('failed');
  expect(newsletterRows(app)).toMatchObject([
    { status: 'given-up', lastError: expect.stringMatching(/400/) },
  ]);
});

test('when the server dies during the call, the outbox finishes it', async () => {
  const { mailchimp, app } = await shopWithList();
  mailchimp.state.fault = 'broken';
  // Simulates a killed process, which no longer updates the outbox.
  app.db.$client.exec('CREATE TRIGGER killed BEFORE UPDATE ON outbox BEGIN SELECT RAISE(IGNORE); END');
  await app.post('/api/submit-voice-agent-form', aVoiceForm());
  app.db.$client.exec('DROP TRIGGER killed');
  mailchimp.state.fault = 'well';
  await app.sentEmails();
  expect(mailchimp.members.size).toBe(0);
  app.wait(2 * MINUTE);
  await app.sentEmails();
  expect(mailchimp.members.size).toBe(1);
});

test('a quarantined form joins no list, and its sender gets the same kind of response', async () => {
  const { mailchimp, app } = await shopWithList();
  const { body } = await app.post('/api/submit-voice-agent-form', aVoiceForm({ leaveEmpty: 'x' }));
  expect(body).toMatchObject({ success: true, mailchimpStatus: 'subscribed' });
  expect(mailchimp.requests).toEqual([]);
  expect(newsletterRows(app)).toEqual([]);
});

test('suspected spam gets the same response, whether or not its email matches the order', async () => {
  const { mailchimp, app } = await shopWithList();
  const { email } = aDraft();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const forms = [email, 'stranger@x.example'].map((sender) =>
    aVoiceForm({ orderNumber: '10001', email: sender, leaveEmpty: 'x' }),
  );
  const answers = [];
  for (const form of [...forms, ...forms]) {
    answers.push((await app.post('/api/submit-voice-agent-form', form)).body);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const stored = app.db.select().from(voiceAgentFormSubmissions).all();
  expect(stored.map(({ quarantineReason }) => quarantineReason)).toEqual(['honeypot', 'honeypot']);
  expect(mailchimp.requests).toEqual([]);
});
