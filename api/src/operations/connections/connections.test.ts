import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../../test/fixtures/localhost-certificate.ts';
import { startSmtpServer } from '../../../test/fixtures/smtp-fixture.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { PASSWORD, USER } from '../../../test/imap/test-mailbox.ts';
import { startFakeMailchimp } from '../../../test/mailchimp/fake-mailchimp.ts';
import { startFakePaypal } from '../../../test/paypal/fake-paypal.ts';
import { freePort } from '../../../test/shop/free-port.ts';
import { connectionShop as open } from '../../../test/shop/connection-shop.ts';
import { seal, unseal } from '../../base/signed.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';
import { CONNECTIONS } from '../../base/settings/connections.ts';
import { withConnections } from '../../base/settings/saved-connections.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { rowOf, saveConnection } from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { PAYPAL_EVENTS } from '../../money/payments/paypal/events.ts';
import { projectRoot } from '../../base/paths.ts';
import { writeShopFile } from '../shop/publish.ts';
import { watchConnections } from './check-again.ts';
import { pathOf } from './replies.ts';
import { senderRecords } from './email.ts';

test('every setting of the list is one that .env knows, too', () => {
  const example = readFileSync(join(projectRoot, '.env.example'), 'utf8');
  const names = Object.values(CONNECTIONS).flatMap(({ settings }) =>
    Object.values(settings).flatMap(({ env }) => env ?? []),
  );
  expect(names.filter((name) => !example.includes(`\n${name}=`))).toEqual([]);
});

test('PayPal: the keys are checked, the webhook is made, found again, and repaired', async () => {
  const paypal = await startFakePaypal();
  onTestFinished(paypal.close);
  const { app, save, card } = await open({ PAYPAL_API_BASE: paypal.base });
  const keys = { clientId: paypal.clientId, clientSecret: paypal.clientSecret };
  const wrong = await save('paypal', { ...keys, clientSecret: 'wrong-secret-123' });
  expect(wrong.body.fields.clientSecret[0]).toMatch(/doesn’t accept/);
  expect(JSON.stringify(wrong.body)).not.toContain('wrong-secret-123');
  expect(await save('paypal', keys)).toMatchObject({ status: 200 });
  const url = 'https://shop.example.com/api/webhooks/paypal';
  expect(paypal.settings.webhooks).toMatchObject([{ url, events: PAYPAL_EVENTS }]);
  expect((await app.get('/api/payment-mode')).body).toMatchObject({ mode: 'live', methods: ['paypal'] });
  const [own] = paypal.settings.webhooks;
  Object.assign(own ?? {}, { events: ['CHECKOUT.ORDER.APPROVED'] });
  expect(await save('paypal', { action: 'check' })).toMatchObject({ body: { message: 'PayPal works' } });
  expect(paypal.settings.webhooks).toMatchObject([{ id: own?.id, events: PAYPAL_EVENTS }]);
  paypal.settings.forbidden = /billing\/plans/;
  await save('paypal', { action: 'check' });
  expect(await card('paypal')).toMatchObject({
    state: 'fails',
    reason: expect.stringMatching(/may not use Subscriptions/),
  });
});

test('PayPal: an app with as many webhooks as it can have says so', async () => {
  const paypal = await startFakePaypal();
  onTestFinished(paypal.close);
  paypal.settings.webhooks = Array.from({ length: 9 }, (_, index) => ({
    id: `W${index}`,
    url: `https://o${index}.example`,
    events: ['*'],
  }));
  const { save } = await open({ PAYPAL_API_BASE: paypal.base });
  const { body } = await save('paypal', { clientId: paypal.clientId, clientSecret: paypal.clientSecret });
  expect(body.fields.clientId[0]).toMatch(/as many webhooks as it can have/);
});

test('outgoing email: the login is checked, a test email is sent, and the next email goes out there', async () => {
  const server = await startSmtpServer({ login: { user: 'shop', password: 'a%secret/word' } });
  const port = /\d+$/.exec(server.url)?.[0] ?? '';
  const { app, save, card } = await open();
  const address = { host: '127.0.0.1', port, from: 'Shop <hi@shop.test>' };
  const form = { ...address, user: 'shop', password: 'a%secret/word' };
  const wrong = await save('email', { ...form, password: 'typo-of-a-secret' });
  expect(wrong).toMatchObject({ status: 409 });
  expect(wrong.body.fields.password[0]).toMatch(/refused this user and password/);
  for (const [field, typed, fault] of [
    ['host', 'smtp://127.0.0.1', /only the name/],
    ['port', '99999', /1 to 65535/],
    ['from', 'no address', /^Sender must be/],
  ] as const)
    expect((await save('email', { ...form, [field]: typed })).body.fields[field][0]).toMatch(fault);
  expect(await card('email')).toMatchObject({ state: 'not-connected' });
  expect(server.received).toEqual([]);
  expect(await save('email', form)).toMatchObject({ status: 200 });
  expect(server.received[0]).toMatchObject({
    recipients: ['ada@studio.example'],
    email: { from: { address: 'hi@shop.test' }, subject: 'Test email from Northlight Studio' },
  });
  expect(app.context.settings.smtpUrl).toBe(`smtp://shop:a%25secret%2Fword@127.0.0.1:${port}`);
  expect(app.context.settings.mailFrom).toBe('Shop <hi@shop.test>');
  // Nobody can have a saved password sent to a server of their own.
  const elsewhere = await save('email', { ...form, host: '127.0.0.2', password: '' });
  expect(elsewhere.body.fields.password[0]).toMatch(/Enter the password/);
  expect(await save('email', { ...form, password: '' })).toMatchObject({ status: 200 });
  server.state.fault = 'refuses-sender';
  expect((await save('email', form)).body.fields.from[0]).toMatch(/didn’t take an email from this sender/);
  expect(await card('email')).toMatchObject({ state: 'works' });
});

test('the records of the sender’s domain are looked up, and those that are missing can be copied', async () => {
  const zone: Record<string, string> = { 'shop.test': 'v=spf1 include:other.example ~all' };
  const look = async (name: string) => {
    const text = zone[name];
    if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return [[text.slice(0, 4), text.slice(4)]];
  };
  expect(await senderRecords('shop.test', 'smtp.gmail.com', look)).toEqual([
    'SPF doesn’t name smtp.gmail.com. Add include:_spf.google.com to the TXT record of shop.test that starts with v=spf1.',
    'Turn on DKIM for shop.test at your email provider, which shows the record to add.',
    'DMARC is missing. Add to the DNS of shop.test: TXT _dmarc v=DMARC1; p=none',
  ]);
  Object.assign(zone, {
    'shop.test': 'v=spf1 include:_spf.google.com ~all',
    'google._domainkey.shop.test': 'v=DKIM1; p=MIIB',
    '_dmarc.shop.test': 'v=DMARC1; p=reject',
  });
  expect(await senderRecords('shop.test', 'smtp.gmail.com', look)).toEqual([
    'SPF is set.',
    'DKIM is set.',
    'DMARC is set.',
  ]);
});

test('for a server whose SPF record is not known, its provider is named, and no record that forbids sending', async () => {
  let spf: string | undefined;
  const look = async () => {
    if (spf === undefined) throw Object.assign(new Error('none'), { code: 'ENODATA' });
    return [[spf]];
  };
  for (const host of ['smtp.postmarkapp.com', 'email-smtp.us-east-1.amazonaws.com']) {
    spf = undefined;
    const [missing] = await senderRecords('shop.test', host, look);
    expect(missing).toBe(
      `SPF is missing, so emails may land in spam. Ask the provider of ${host} for its SPF record. Add it to the DNS of shop.test.`,
    );
    spf = 'v=spf1 ~all';
    const [unknown] = await senderRecords('shop.test', host, look);
    expect(unknown).toMatch(new RegExp(`is not known. Ask the provider of ${host} for its SPF record.$`));
  }
});

test('replies: the mailbox is opened before it is saved', async () => {
  const imap = await startFakeImap();
  const { app, save } = await open();
  const form = { host: '127.0.0.1', port: String(imap.inbox.port), user: USER, password: PASSWORD };
  imap.state.refusesLogin = true;
  expect((await save('replies', form)).body.fields.password[0]).toMatch(/refused this user/);
  imap.state.refusesLogin = false;
  const missing = await save('replies', { ...form, folder: 'Nowhere' });
  expect(missing.body.fields.folder[0]).toMatch(/can’t open the folder Nowhere/);
  expect((await save('replies', { ...form, host: 'outlook.office365.com' })).body.fields.login[0]).toMatch(
    /Microsoft 365 doesn’t let programs/,
  );
  expect(app.context.settings.inbox).toBeUndefined();
  expect(await save('replies', form)).toMatchObject({ status: 200 });
  expect(app.context.settings.inbox).toEqual(imap.inbox);
});

test('the owner confirms the test email, and what is not confirmed is not set up', async () => {
  const server = await startSmtpServer();
  const { app, cookie, save, card } = await open();
  const steps = async () => (await app.get('/api/json/overview', cookie)).body.setup;
  const form = { host: '127.0.0.1', port: /\d+$/.exec(server.url)?.[0] ?? '', from: 'hi@shop.test' };
  expect((await save('email', { action: 'confirm' })).status).toBe(400);
  expect((await save('email', form)).status).toBe(200);
  expect(await card('email')).toMatchObject({ asks: 'Did the test email to ada@studio.example arrive?' });
  expect(await steps()).toContain('email');
  await save('email', { action: 'check' });
  expect(server.received).toHaveLength(2);
  expect((await save('email', { action: 'confirm' })).status).toBe(200);
  expect(await card('email')).toMatchObject({ state: 'works', asks: null });
  expect(await steps()).not.toContain('email');
  // What is confirmed is not sent again, unless something changed.
  await save('email', { action: 'check' });
  expect(server.received).toHaveLength(2);
  expect(await card('email')).toMatchObject({ state: 'works', asks: null });
  await save('email', { ...form, from: 'hello@shop.test' });
  expect(await card('email')).toMatchObject({ asks: expect.any(String) });
});

test('replies: a test email goes out, and its answer in the mailbox shows that replies arrive', async () => {
  const server = await startSmtpServer();
  const imap = await startFakeImap();
  const { app, save, card } = await open({}, { smtpUrl: server.url });
  const form = { host: '127.0.0.1', port: String(imap.inbox.port), user: USER, password: PASSWORD };
  expect((await save('replies', form)).status).toBe(200);
  const [sent] = server.received;
  expect(sent).toMatchObject({
    recipients: ['ada@studio.example'],
    email: { replyTo: [{ address: USER }], text: expect.stringMatching(/Please answer it/) },
  });
  const facts = async () => (await card('replies')).facts.join(' ');
  expect(await facts()).toMatch(/Answer it to see/);
  await watchConnections(app.context);
  expect(await facts()).toMatch(/Answer it to see/);
  const references = /^References: (.*)$/m.exec(sent?.source ?? '')?.[1] ?? '';
  // The owner's address is the mailbox: the test email itself arrives, and so does a program's answer.
  imap.deliver(sent?.source ?? '');
  imap.deliver(
    `From: a@b.c\r\nReferences: ${references}\r\nAuto-Submitted: auto-replied\r\n\r\nI’m away\r\n`,
  );
  await watchConnections(app.context);
  expect(await facts()).toMatch(/Answer it to see/);
  imap.deliver(`From: ada@studio.example\r\nReferences: ${references}\r\nSubject: Re: Test\r\n\r\nYes\r\n`);
  await watchConnections(app.context);
  expect(await facts()).toBe(
    `Customers reply to ${USER}, which must arrive in this mailbox. Your answer to the test email arrived.`,
  );
  await save('replies', { action: 'check' });
  expect(await facts()).toMatch(/Your answer to the test email arrived/);
  expect(server.received).toHaveLength(1);
});

test('a forwarded or group address is recognized by the header of the answer', () => {
  const address = 'hello@shop.example';
  const head = (...lines: string[]) => ['From: a@b.c', ...lines].join('\r\n');
  expect(pathOf(head(`Delivered-To: ${address}`), address)).toEqual([]);
  expect(pathOf(head(), address)).toEqual([]);
  for (const line of ['List-ID: Team <team.shop.example>', 'X-Google-Group-Id: 12', 'Mailing-list: list x'])
    expect(pathOf(head(line), address).join()).toMatch(/is a group or a mailing list/);
  for (const lines of [
    ['Delivered-To: ada@gmail.example', `X-Forwarded-To:\r\n ada@gmail.example`],
    ['Delivered-To: ada@gmail.example', `Delivered-To: ${address}`],
    [`Resent-To: ada@gmail.example`],
  ])
    expect(pathOf(head(...lines), address).join()).toMatch(/is forwarded to this mailbox/);
});

test('Mailchimp: the audience is chosen from those of the account', async () => {
  const mailchimp = await startFakeMailchimp();
  onTestFinished(mailchimp.close);
  const { app, save, card } = await open({ MAILCHIMP_API_BASE: mailchimp.base });
  mailchimp.otherLists.set('b2', 'Friends');
  expect((await save('mailchimp', { apiKey: 'nonsense-us1' })).body.fields.apiKey[0]).toMatch(
    /doesn’t accept/,
  );
  const { body } = await save('mailchimp', { apiKey: mailchimp.key });
  expect(body.choices).toEqual({ audience: { [mailchimp.listId]: 'Customers', b2: 'Friends' } });
  expect(app.context.newsletter).toBeNull();
  expect((await save('mailchimp', { apiKey: mailchimp.key, audience: 'b2' })).status).toBe(200);
  expect(await card('mailchimp')).toMatchObject({
    facts: ['Customers are invited to the audience Friends.'],
  });
  expect(app.context.newsletter).not.toBeNull();
});

test('backups: the place is tried, and the key counts only when its end was typed again', async () => {
  const { app, save } = await open();
  const folder = tempFolder();
  const key = '01234567-89abcdef-01234567';
  const form = { to: folder, key, keyEnd: key.slice(-6) };
  for (const [field, changes, fault] of [
    ['keyEnd', { keyEnd: 'wrong' }, /last 6 characters/],
    ['key', { key: 'short', keyEnd: 'short' }, /Key of the backups must be at least 20/],
    ['to', { to: join(folder, 'gone') }, /does not exist/],
    ['accessKeyId', { to: 's3://bucket' }, /needs an access key/],
  ] as const)
    expect((await save('backups', { ...form, ...changes })).body.fields[field][0]).toMatch(fault);
  expect(app.context.settings.backup.to).toBeNull();
  expect(await save('backups', form)).toMatchObject({ status: 200 });
  expect(app.context.settings.backup).toMatchObject({ to: { folder }, key });
  expect(readdirSync(folder)).toEqual([]);
  // Without a new key, the kept one stays.
  const other = join(folder, 'other');
  mkdirSync(other);
  expect(await save('backups', { to: other })).toMatchObject({ status: 200 });
  expect(app.context.settings.backup).toMatchObject({ to: { folder: other }, key });
});

test('an address that is set on the server is shown and checked, and can only be changed there', async () => {
  const { save, card } = await open({ PUBLIC_URL: 'https://shop.example.com' });
  expect(await card('address')).toMatchObject({ fixed: true, state: 'unchecked' });
  expect(await save('address', { url: 'https://other.example' })).toMatchObject({ status: 409 });
});

/** Passes requests on to a shop under an address of its own, as proxies in front of it do. */
async function aProxy(target: string, hops = ['203.0.113.7'], at = 0) {
  const tls = { key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE };
  const server = createServer(tls, async ({ url = '', headers }, response) => {
    const passed = { ...headers, host: undefined, 'x-forwarded-for': hops.join(', ') };
    const sent = Object.entries(passed).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    const answer = await fetch(target + url, { headers: Object.fromEntries(sent) });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

test('what the server sets and fails at the start is checked again soon, with growing pauses, and once a day when it works', async () => {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE]);
  onTestFinished(() => setDefaultCACertificates(usual));
  // Nothing answers there yet, as before a proxy knows the domain.
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const { app, cookie, card } = await open({ PUBLIC_URL: url }, { publicUrl: url, trustProxyHops: 1 });
  const setup = async () => (await app.get('/api/json/overview', cookie)).body.setup;
  const isChecked = async (afterMs: number) => {
    app.wait(afterMs);
    await watchConnections(app.context);
    return rowOf(app.db, 'address')?.checkedAt?.getTime() === app.clock.now.getTime();
  };
  expect(await isChecked(0)).toBe(true);
  expect(await card('address')).toMatchObject({ fixed: true, state: 'fails' });
  const checked: number[] = [];
  for (let minute = 1; minute <= 40; minute += 1) if (await isChecked(MINUTE_MS)) checked.push(minute);
  expect(checked).toEqual([2, 4, 8, 16, 32]);
  expect(await setup()).toContain('address');
  await aProxy(app.base, undefined, port);
  expect(await isChecked(24 * MINUTE_MS)).toBe(true);
  expect(await card('address')).toMatchObject({
    state: 'works',
    facts: expect.arrayContaining([`${url} answers.`]),
  });
  expect(await setup()).not.toContain('address');
  expect(await isChecked(23 * HOUR_MS)).toBe(false);
  expect(await isChecked(2 * HOUR_MS)).toBe(true);
  // The server got another domain.
  Object.assign(app.context.settings, { publicUrl: `https://localhost:${await freePort()}` });
  expect(await isChecked(MINUTE_MS)).toBe(true);
  expect(rowOf(app.db, 'address')?.failure).toMatch(/nothing answers there/);
  expect(await isChecked(MINUTE_MS)).toBe(false);
});

test('the address is called from outside, its proxies are counted, and everything follows it at once', async () => {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE]);
  onTestFinished(() => setDefaultCACertificates(usual));
  const { app, cookie, save, card } = await open({}, { publicUrl: 'http://localhost:3000' });
  const { settings } = app.context;
  const faultOf = async (form: object, field = 'url') => {
    const { status, body } = await save('address', { ...form, saveAnyway: true });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.code).not.toBe('connection_failed');
    return body.fields[field][0];
  };
  for (const url of ['shop.example.com', 'https://shop.example.com/shop', 'ftp://shop.example.com'])
    expect(await faultOf({ url })).toMatch(/whole address/);
  expect(await faultOf({ url: 'https://no-such-name.invalid' })).toMatch(/There is no DNS entry for/);
  expect(await faultOf({ url: `http://localhost:${await freePort()}` })).toMatch(
    /nothing answers there.*open ports 80 and 443/,
  );
  const url = await aProxy(app.base);
  expect(await faultOf({ url, proxies: '3' }, 'proxies')).toMatch(/through 1 proxy, and the shop expects 3/);
  expect(await card('address')).toMatchObject({ state: 'not-connected' });
  const saved = await save('address', { url });
  expect(saved.body).toMatchObject({ message: `From now on, open the dashboard at ${url}/admin` });
  expect(settings).toMatchObject({ publicUrl: url, trustProxyHops: 1 });
  const file = join(settings.dataDir, 'shop.json');
  writeShopFile(app.context);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ publicUrl: url });
  // The proxy's word about the visitor, the cookie's name, the origin, and HSTS.
  const health = await app.get('/api/health');
  expect(health.headers.get('strict-transport-security')).not.toBeNull();
  expect((await app.get('/api/json/connections', cookie)).status).toBe(401);
  const promo = (origin: string) => app.post('/api/promo-code', { promoCode: 'SAVE50' }, { origin });
  expect((await promo('http://localhost:3000')).status).toBe(403);
  expect((await promo(url)).status).toBe(200);
  const now = await loggedIn(app);
  expect(now['cookie']).toContain('__Host-northlight-session');
  const found = await app.get('/api/json/connections', now);
  expect(found.body.connections.at(-1)).toMatchObject({ id: 'address', state: 'works', fixed: false });
  await app.post('/api/json/connections/address', { action: 'disconnect' }, { ...now, origin: url });
  expect(settings).toMatchObject({ publicUrl: 'http://localhost:3000', trustProxyHops: 0 });
});

test('sealed texts open only with the same secret, in the same place, and unchanged', () => {
  const sealed = seal('a secret', 'connection stripe', 'sk_test_1');
  expect(sealed.includes('sk_test_1')).toBe(false);
  expect(unseal('a secret', 'connection stripe', sealed)).toBe('sk_test_1');
  expect(seal('a secret', 'connection stripe', 'sk_test_1').equals(sealed)).toBe(false);
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
  expect(unseal('a secret', 'connection stripe', changed)).toBeNull();
  expect(unseal('another', 'connection stripe', sealed)).toBeNull();
  expect(unseal('a secret', 'connection paypal', sealed)).toBeNull();
  expect(unseal('a secret', 'connection stripe', Buffer.alloc(3))).toBeNull();
});

test('keys that can’t be opened close the shop’s payments, and are no demo', async () => {
  const { app, card, save } = await open();
  const values = { secretKey: { value: 'sk_test_1', by: 'ada', at: 1 } };
  await inTransaction(app.db, () =>
    saveConnection(app.db, 'another secret of the shop, long', 'stripe', { values, earlier: [] }),
  );
  expect((await app.get('/api/payment-mode')).body).toEqual({ mode: 'live', methods: [], stripe: null });
  expect(await card('stripe')).toMatchObject({
    state: 'fails',
    reason: expect.stringMatching(/can’t be read/),
  });
  expect((await save('stripe', { action: 'disconnect' })).status).toBe(200);
  expect(await card('stripe')).toMatchObject({ state: 'not-connected', reason: null });
});

test('PAYMENTS=demo does not keep an owner from connecting Stripe', () => {
  const env = parseEnv({ PAYMENTS: 'demo', NODE_ENV: 'production' });
  const given = { ...env, secret: 'x' };
  const stripe = { publishableKey: 'pk_test_1', secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
  expect(withConnections(given, { stripe }).env.payments.mode).toBe('live');
  expect(withConnections(given, {}).env.payments.mode).toBe('demo');
});

test('staff and accountants see how connections stand, and nothing that was typed', async () => {
  const { app, save } = await open();
  await save('backups', { to: tempFolder(), key: 'x'.repeat(30), keyEnd: 'xxxxxx' });
  for (const role of ['staff', 'accountant'] as const) {
    const person = { username: role, password: 'a quiet south window', role };
    await addAdmin(app, person);
    const cookie = await loggedIn(app, person);
    const { body } = await app.get('/api/json/connections', cookie);
    const found = body.connections.find(({ id }: { id: string }) => id === 'backups');
    expect(found).toMatchObject({ state: 'works', fields: [], presets: [] });
    expect((await app.post('/api/json/connections/backups', { action: 'check' }, cookie)).status).toBe(403);
  }
});

test('each service says where its keys are made, and what checking them does', async () => {
  const { card } = await open();
  for (const id of ['stripe', 'paypal', 'email', 'replies', 'mailchimp', 'backups']) {
    const { links = [], fields } = await card(id);
    expect(links.length, id).toBeGreaterThan(0);
    for (const { url } of links) expect(url).toMatch(/^https:\/\/[\w.]+\//);
    expect(JSON.stringify(fields)).not.toMatch(/docs\//);
  }
  expect(JSON.stringify((await card('stripe')).fields)).toContain(
    'the shop creates a payment of 50 cents and cancels it',
  );
});
