import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { startFakeMailchimp } from '../../../test/mailchimp/fake-mailchimp.ts';
import { doctorContext as aContext } from '../../../test/shop/doctor-context.ts';
import { checkMailchimp, checkSmtp } from './email-checks.ts';

test('an SMTP login that works is fine, and no email is sent', async () => {
  const server = await startSmtpServer({ login: { user: 'shop', password: 'secret' } });
  expect(await checkSmtp(aContext({ smtpUrl: server.url }))).toMatchObject({ state: 'ok' });
  expect(server.received).toEqual([]);
});

test('a wrong SMTP password and an unreachable server are failures that do not show the password', async () => {
  const server = await startSmtpServer({ login: { user: 'shop', password: 'secret' } });
  const wrong = await checkSmtp(aContext({ smtpUrl: server.url.replace('secret', 'typo') }));
  expect(wrong).toMatchObject({
    state: 'failure',
    advice: 'Correct the user and the password under Settings, Connections, or in SMTP_URL.',
  });
  await server.goAway();
  const gone = await checkSmtp(aContext({ smtpUrl: server.url }));
  expect(gone).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('ECONNREFUSED'),
    advice: expect.stringContaining('the server and the port under Settings, Connections, or in SMTP_URL'),
  });
  expect(JSON.stringify([wrong, gone])).not.toMatch(/typo|secret/);
});

test('a password is not sent to another machine without encryption', async () => {
  const server = await startSmtpServer({ login: { user: 'shop', password: 'secret' } });
  const smtpUrl = server.url.replace('127.0.0.1', '0.0.0.0');
  expect(await checkSmtp(aContext({ smtpUrl }))).toMatchObject({ state: 'failure' });
});

test('without SMTP_URL, a public shop is warned, and a trial has it to do', async () => {
  expect(await checkSmtp(aContext({}))).toMatchObject({ state: 'todo' });
  expect(await checkSmtp(aContext({ publicUrl: 'https://shop.example.com' }))).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('Connect outgoing email'),
  });
});

test('the mailing list is found with the right key and ID; faults are failures without the key', async () => {
  const fake = await startFakeMailchimp();
  onTestFinished(fake.close);
  const mailchimp = { apiKey: fake.key, listId: fake.listId, basePath: fake.base };
  const check = (changes: object = {}) =>
    checkMailchimp(aContext({ mailchimp: { ...mailchimp, ...changes } }));
  expect(await check()).toMatchObject({
    state: 'ok',
    message: 'Mailchimp accepts the key and has the list Northlight customers.',
  });
  const faults = [await check({ apiKey: 'wrong-us21' }), await check({ listId: 'other' })];
  for (const fault of ['busy', 'broken', 'somebody else', 'garbled'] as const) {
    fake.state.fault = fault;
    faults.push(await check());
  }
  expect(faults.map(({ state }) => state)).toEqual(Array(6).fill('failure'));
  expect(faults.slice(0, 3).map(({ message }) => message)).toEqual([
    expect.stringContaining('401 API Key Invalid'),
    expect.stringContaining('404 Resource Not Found'),
    expect.stringContaining('429 Too Many Requests'),
  ]);
  expect(JSON.stringify(faults)).not.toMatch(/f00dcafe|wrong-us21/);
  expect(await checkMailchimp(aContext({}))).toMatchObject({ state: 'off' });
});
