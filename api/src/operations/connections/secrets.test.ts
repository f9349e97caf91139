import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { endpoints } from '@northlight/shared/contracts/endpoints.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { startMailLogin } from '../../../test/mail-login/fake-mail-login.ts';
import { startFakeMailchimp } from '../../../test/mailchimp/fake-mailchimp.ts';
import { startFakePaypal } from '../../../test/paypal/fake-paypal.ts';
import { startFakeStripe } from '../../../test/stripe/fake-stripe.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { databaseIn } from '../../../test/shop/test-app.ts';
import { HOUR_MS } from '../../base/units.ts';
import { CONNECTIONS } from '../../base/settings/connections.ts';
import { rowOf, settingsOf, storedOf } from '../../db/connection-store.ts';
import { openArchive } from '../backups/archive.ts';
import { makeBackup } from '../backups/make-backup.ts';
import { folderStore } from '../backups/store.ts';

/** Every setting of a connection that is a secret, as "stripe.secretKey". */
const SECRETS = Object.entries(CONNECTIONS).flatMap(([id, { settings }]) =>
  Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [`${id}.${name}`] : [])),
);

/** Every list and page of the dashboard that needs nothing but its address. */
const READS = Object.keys(endpoints).flatMap((call) => {
  const [method, path = ''] = call.split(' ');
  return method === 'GET' && !path.includes(':') && !path.endsWith('live') ? [path] : [];
});
const PAGES = ['/', '/admin', '/admin-dashboard', '/checkout', '/metrics', '/api/docs'];

const portOf = (url: string) => /\d+$/.exec(url)?.[0] ?? '';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'latin1')] : [],
  );

test('no secret of any connection appears in a response, a page, a log, an email, an export, or an unencrypted file', async () => {
  const log: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      log.push(String(chunk));
      done();
    },
  });
  const stripe = await startFakeStripe({ secretKey: 'sk_test_MARKEDstripe' });
  onTestFinished(stripe.close);
  const paypal = await startFakePaypal();
  onTestFinished(paypal.close);
  const mailchimp = await startFakeMailchimp();
  onTestFinished(mailchimp.close);
  const smtp = await startSmtpServer({ login: { user: 'shop', password: 'MARKED-smtp-word' } });
  const said: string[] = [];
  const login = await startMailLogin();
  const consented = await startSmtpServer({ accepts: (user, token) => login.accepts(user, token, /SMTP/) });
  const imap = await startFakeImap();
  imap.state.accepts = (user, token) => login.accepts(user, token, /IMAP\.AccessAsUser/);
  const dataDir = tempFolder();
  const db = databaseIn(dataDir);
  const { app, cookie } = await connectionShop(
    {
      PAYPAL_API_BASE: paypal.base,
      MAILCHIMP_API_BASE: mailchimp.base,
      MAIL_LOGIN_BASE: login.base,
      STRIPE_API_BASE: stripe.base,
      STRIPE_JS_URL: stripe.scriptUrl,
    },
    { dataDir },
    {
      db,
      log: pino({ level: 'trace' }, sink),
      onEmail: (email) => said.push(JSON.stringify(email)),
    },
  );
  await buyWithCard(app, aDraft());

  /** What was really kept, by the name of its setting. */
  const kept = new Map<string, Set<string>>();
  const note = (id: string, values: Readonly<Record<string, unknown>> | null | undefined) => {
    for (const [name, value] of Object.entries(values ?? {})) {
      const text = typeof value === 'string' ? value : Object(value).value;
      const setting = `${id}.${name}`;
      if (SECRETS.includes(setting) && text) kept.set(setting, (kept.get(setting) ?? new Set()).add(text));
    }
  };
  const noteKept = () => {
    for (const id of Object.keys(CONNECTIONS) as ConnectionId[]) {
      const stored = storedOf(app.context.settings.secret, rowOf(app.db, id));
      note(id, stored?.values);
      for (const { values } of stored?.earlier ?? []) note(id, values);
    }
  };
  const call = async (path: string, body?: object) => {
    const answer = body ? await app.post(path, body, cookie) : await app.get(path, cookie);
    said.push(JSON.stringify(answer.body));
    noteKept();
    return answer;
  };

  const consent = {
    user: login.state.user,
    login: 'microsoft',
    tenant: login.state.tenant,
    clientId: login.state.clientId,
    clientSecret: login.state.clientSecret,
    host: '127.0.0.1',
  };
  for (const [id, more] of [
    ['email', { port: portOf(consented.url), from: login.state.user }],
    ['replies', { port: String(imap.inbox.port) }],
  ] as const)
    for (const granted of ['', login.state.scopes]) {
      const { body } = await call(`/api/json/connections/${id}`, { ...consent, ...more });
      const { pathname, search } = new URL(login.consent(body.continueAt.url, { granted }));
      const back = await fetch(app.base + pathname + search, { redirect: 'manual' });
      said.push(JSON.stringify([...back.headers]), await back.text());
      noteKept();
    }
  app.wait(HOUR_MS);
  await call('/api/json/connections/email', { action: 'check' });
  await call('/api/admin/doctor');
  login.revoke();
  app.wait(HOUR_MS);
  for (const id of ['email', 'replies']) await call(`/api/json/connections/${id}`, { action: 'check' });
  said.push(...consented.received.map(({ source }) => source));

  const mail = { host: '127.0.0.1', port: portOf(smtp.url), user: 'shop', login: 'password' };
  const key = { key: 'MARKED-backup-key-1234567', keyEnd: '234567' };
  const s3 = { endpoint: 'http://127.0.0.1:9', accessKeyId: 'id', secretAccessKey: 'MARKED-s3' };
  const forms: [string, Record<string, string>][] = [
    ['stripe', { publishableKey: stripe.publishableKey, secretKey: stripe.secretKey }],
    ['stripe', { publishableKey: 'sk_test_MARKEDstripe2', secretKey: 'MARKED-nonsense' }],
    ['paypal', { clientId: 'id', clientSecret: 'MARKED-paypal-word' }],
    ['email', { ...mail, password: 'MARKED-smtp-word' }],
    ['email', { ...mail, password: 'MARKED-smtp-typo' }],
    [
      'replies',
      { ...mail, port: String(imap.inbox.port), user: 'shop@x.test', password: 'MARKED-imap-word' },
    ],
    ['mailchimp', { apiKey: 'MARKED-mailchimp-us21' }],
    ['backups', { to: tempFolder(), ...key }],
    ['backups', { to: 's3://bucket', ...s3, ...key }],
  ];
  for (const [id, form] of forms) {
    await call(`/api/json/connections/${id}`, form);
    await call(`/api/json/connections/${id}`, { ...form, saveAnyway: true });
    await call(`/api/json/connections/${id}`, { action: 'check' });
  }
  await call('/api/admin/doctor');
  await app.sentEmails();

  const person = '/api/admin/privacy/person.tar?email=ada%40marlow.example';
  for (const path of [
    ...READS,
    ...PAGES,
    person,
    '/api/json/invoices.csv?month=2026-11',
    '/api/json/cases/ORD-10001',
  ]) {
    const answer = await fetch(app.base + path, { headers: cookie, redirect: 'manual' });
    said.push(
      JSON.stringify([...answer.headers]),
      Buffer.from(await answer.arrayBuffer()).toString('latin1'),
    );
  }
  const place = tempFolder();
  const opened = tempFolder();
  await makeBackup({ dataDir, store: folderStore(place), name: 'plain.tar', key: undefined });
  await openArchive(join(place, 'plain.tar'), undefined, opened);

  const texts = { said: said.join('\n'), log: log.join('\n') };
  const files = { data: filesIn(dataDir).join('\n'), backup: filesIn(opened).join('\n') };
  expect([...kept.keys()].toSorted()).toEqual(SECRETS.toSorted());
  for (const [what, text] of Object.entries({ ...texts, ...files })) {
    expect(text.match(/.{0,40}MARKED.{0,40}/g) ?? [], what).toEqual([]);
    for (const [setting, all] of kept)
      for (const secret of all)
        expect({ what, setting, isThere: text.includes(secret) }).toEqual({ what, setting, isThere: false });
  }
  expect(texts.said).toContain('Connected');
  expect(settingsOf(app.db, app.context.serverEnv).env.smtpUrl).toContain('MARKED-smtp');
}, 120_000);
