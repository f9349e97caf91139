import { expect, onTestFinished, test } from 'vitest';
import { orders } from '../db/schema/orders.ts';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { anEmail } from '../../test/fixtures/email-fixtures.ts';
import { aWorker, messagesWaiting } from '../../test/fixtures/outbox-fixtures.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { startSmtpServer } from '../../test/fixtures/smtp-fixture.ts';
import { startTestApp, testEnv, type TestApp } from '../../test/shop/test-app.ts';
import { createSendMessage } from './send-message.ts';
import { smtpTransport } from './smtp-transport.ts';
import { referenceOf, type EmailTransport } from './transport.ts';
import * as outboxStore from '../messages/outbox/outbox-store.ts';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { createLog } from '../base/log.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { fileTransport } from './current-transport.ts';

const BUYER = 'ada@marlow-bicycles.example';
const BUSINESS = 'hello@northlight.example';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function smtp(url: string): EmailTransport {
  const transport = smtpTransport(url);
  onTestFinished(() => transport.close());
  return transport;
}

function senderOf(app: TestApp, transport: EmailTransport) {
  const settings = testEnv({ publicUrl: 'https://shop.example.com' });
  return createSendMessage({ ...app.context, newsletter: null, settings }, transport);
}

/** A worker that sends the app's outbox through the transport. Tests control its clock. */
function outboxWorkerOf(app: TestApp, transport: EmailTransport) {
  return aWorker(app.db, senderOf(app, transport), { now: app.clock.now });
}

/** A mail server, and a shop with so many waiting emails that are sent through it. */
async function shopWithMail(waiting: number) {
  const app = await startTestApp();
  if (waiting > 0) messagesWaiting(app.db, waiting);
  const server = await startSmtpServer();
  const transport = smtp(server.url);
  return { app, server, transport, ...server, worker: outboxWorkerOf(app, transport) };
}

/** A mail server, and a shop where a voice agent was ordered, whose emails are sent through it. */
async function orderWithMail(changes: Parameters<typeof aDraft>[0] = {}) {
  const shop = await shopWithMail(0);
  const { status, body } = await checkOut(shop.app, aDraft({ serviceTypes: ['voice'], ...changes }));
  return { ...shop, status, body };
}

/** An order's emails to the buyer and the business, without the scheduled reminders. */
const due = (app: TestApp) => rows.outbox(app.db).filter(({ dueAt }) => dueAt <= app.clock.now);

test('the order email arrives complete over SMTP: subject, number, receipt, links, HTML and text', async () => {
  const { app, received, worker } = await orderWithMail({ firstName: 'Zoë "Z" 🚲 محمد' });
  await worker.drain();
  expect(received.map(({ recipients }) => recipients)).toEqual([[BUYER], [BUSINESS]]);
  const [{ email, source } = expect.fail()] = received;
  expect(email).toMatchObject({
    subject: 'Your order ORD-10001',
    from: { name: 'Northlight Studio', address: BUSINESS },
    to: [{ address: BUYER }],
    replyTo: [{ address: BUSINESS }],
    messageId: expect.stringMatching(/^<1\.[\da-f]{32}@shop\.example\.com>$/),
    attachments: [],
  });
  expect(source).toContain('Auto-Submitted: auto-generated');
  for (const part of [email.text, email.html]) {
    expect(part).toContain('ORD-10001');
    expect(part).toContain('https://shop.example.com/voice-agent-form?order=ORD-10001');
    expect(part).toContain('from $199.00 + from $199.00/month, subject to quote');
  }
  expect(email.text).toContain('Thank you, \u2068Zoë "Z" 🚲 محمد\u2069.');
  expect(email.html).toContain('<span dir="auto">Zoë &quot;Z&quot; 🚲 محمد</span>');
  expect(received[1]?.email).toMatchObject({
    subject: 'New order ORD-10001: $0.00 from \u2068Zoë "Z" 🚲 محمد Marlow\u2069',
    replyTo: [{ address: BUYER }],
  });
  expect(due(app)).toMatchObject([
    { status: 'sent', attempts: 1 },
    { status: 'sent', attempts: 1 },
  ]);
});

test('a temporary rejection (4xx) is retried and delays no other email', async () => {
  const { app, received, state, worker } = await orderWithMail();
  state.fault = 'later';
  await worker.drain();
  expect(received).toEqual([]);
  for (const message of due(app)) {
    expect(message).toMatchObject({
      status: 'waiting',
      attempts: 1,
      lastError: expect.stringContaining('451 Greylisted'),
    });
  }
  state.fault = 'takes';
  worker.wait(5_000);
  await worker.drain();
  await worker.drain();
  expect(received).toHaveLength(2);
  expect(due(app)).toMatchObject([
    { status: 'sent', attempts: 2 },
    { status: 'sent', attempts: 2 },
  ]);
});

test.each([
  ['recipient', 'no-such-mailbox', '550 No such mailbox'],
  ['message', 'refuses-message', '554 Looks like spam'],
] as const)(
  'a permanent rejection (5xx) of a %s is flagged at once, and the next email is sent',
  async (_what, fault, reason) => {
    const { app, received, state, transport } = await shopWithMail(2);
    const outboxWorker = outboxWorkerOf(app, {
      ...transport,
      send: (email, key) => {
        state.fault = key === 'message-1' ? fault : 'takes';
        return transport.send(email, key);
      },
    });
    await outboxWorker.drain();
    expect(received).toHaveLength(1);
    expect(rows.outbox(app.db)).toMatchObject([
      { status: 'given-up', attempts: 1, lastError: expect.stringContaining(reason) },
      { status: 'sent' },
    ]);
  },
);

test.each([
  ['drops the connection', 'drops', /./],
  ['is closing (421)', 'closing', /421 Shutting down/],
  ['is closing as soon as an email begins (421)', 'closing-early', /421 Shutting down/],
  ['does not let the shop send (5xx to the sender)', 'refuses-sender', /550 Sender not allowed/],
] as const)(
  'a mail server that %s is tried with one email at a time, and later gets each email once',
  async (_what, fault, reason) => {
    const { app, received, state, worker } = await shopWithMail(5);
    state.fault = fault;
    await worker.drain();
    expect(received).toEqual([]);
    expect(rows.outbox(app.db).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0]);
    for (const row of rows.outbox(app.db))
      expect(row).toMatchObject({ status: 'waiting', lastError: expect.stringMatching(reason) });
    state.fault = 'takes';
    worker.wait(1_000);
    await worker.drain();
    expect(received).toHaveLength(5);
    expect(rows.outbox(app.db).every(({ status }) => status === 'sent')).toBe(true);
  },
);

test('the mail server goes down in the middle and comes back: every email arrives once', async () => {
  const { app, server, transport } = await shopWithMail(30);
  let sent = 0;
  const outboxWorker = outboxWorkerOf(app, {
    ...transport,
    send: async (email, key) => {
      if (sent === 10) await server.goAway();
      const answer = await transport.send(email, key);
      sent += 1;
      return answer;
    },
  });
  await outboxWorker.drain();
  expect(server.received).toHaveLength(10);
  for (let look = 0; look < 5; look += 1) {
    outboxWorker.wait(MINUTE);
    await outboxWorker.drain();
  }
  sent += 1;
  await server.comeBack();
  outboxWorker.wait(MINUTE);
  await outboxWorker.drain();
  expect(server.received).toHaveLength(30);
  expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(30);
});

test('emails share one connection, which is reopened after a hundred', async () => {
  const { received, state, worker } = await shopWithMail(102);
  await worker.drain();
  expect(received).toHaveLength(102);
  expect(state.connections).toBe(2);
});

test('a server that dies after delivery sends the email twice, with the same Message-ID', async () => {
  const { app, received, transport } = await shopWithMail(1);
  const send = senderOf(app, transport);
  // Does what a worker does before it dies.
  const leaseUntil = new Date(app.clock.now.getTime() + 360_000);
  const message = await outboxStore.queueOf(app.db, 'email').lease(app.clock.now, leaseUntil);
  await send(message ?? expect.fail('nothing was due'));
  const next = aWorker(app.db, send, { now: app.clock.now });
  next.wait(359_999);
  await next.drain();
  expect(received).toHaveLength(1);
  next.wait(1);
  await next.drain();
  expect(received).toHaveLength(2);
  const [first, second] = received.map(({ email }) => email.messageId);
  expect(first).toMatch(/^<1\.[\da-f]{32}@shop\.example\.com>$/);
  expect(second).toBe(first);
});

test('an unreachable mail server is stored as the reason', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await outboxWorkerOf(app, smtp('smtp://127.0.0.1:1')).drain();
  for (const row of due(app))
    expect(row).toMatchObject({ status: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') });
});

test('a silent mail server is abandoned after a timeout', async () => {
  const { state, url } = await startSmtpServer();
  state.isQuiet = true;
  await expect(smtp(`${url}/?greetingTimeout=100`).send(anEmail(), 'one')).rejects.toMatchObject({
    retryPolicy: 'outage',
    message: expect.stringMatching(/greeting/i),
  });
});

test.each(['tls', 'starttls'] as const)('email is encrypted with %s before the login', async (security) => {
  const login = { user: 'shop', password: 'north-window' };
  const { received, url } = await startSmtpServer({ security, login });
  await smtp(`${url}/?tls.rejectUnauthorized=false`).send(anEmail(), 'one');
  expect(received).toMatchObject([{ isEncrypted: true, user: 'shop' }]);
});

test('an untrusted certificate or a wrong password stops all email, not just one', async () => {
  const login = { user: 'shop', password: 'north-window' };
  const tls = await startSmtpServer({ security: 'tls', login });
  await expect(smtp(tls.url).send(anEmail(), 'one')).rejects.toMatchObject({
    retryPolicy: 'outage',
    message: expect.stringMatching(/certificate/i),
  });
  const wrong = tls.url.replace('north-window', 'south-window');
  await expect(smtp(`${wrong}/?tls.rejectUnauthorized=false`).send(anEmail(), 'one')).rejects.toMatchObject({
    retryPolicy: 'outage',
    message: expect.stringContaining('535'),
  });
  expect(tls.received).toEqual([]);
});

test('a password is never sent unencrypted over a network, only on this machine', async () => {
  const login = { user: 'shop', password: 'north-window' };
  const { received, url } = await startSmtpServer({ login });
  // Reaches the same server at an address that is not recognized as this machine's.
  const network = url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  await expect(smtp(network).send(anEmail(), 'one')).rejects.toMatchObject({
    retryPolicy: 'outage',
    message: expect.stringMatching(/STARTTLS/),
  });
  await smtp(url).send(anEmail(), 'one');
  expect(received).toMatchObject([{ user: 'shop', isEncrypted: false }]);
});

test('a server that accepts an email and goes silent is not an outage: only that email waits', async () => {
  const { state, url } = await startSmtpServer();
  state.fault = 'silent';
  await expect(smtp(`${url}/?socketTimeout=200`).send(anEmail(), 'one')).rejects.toMatchObject({
    retryPolicy: 'later',
    message: 'Timeout',
  });
});

test('the email program’s own unsubscribe button stops reminders (RFC 8058)', async () => {
  const { app, received, transport } = await shopWithMail(0);
  await buyWithCard(app, aDraft());
  const outboxWorker = outboxWorkerOf(app, transport);
  outboxWorker.wait(DAY);
  await outboxWorker.drain();
  const reminder = received.find(({ email }) => email.subject === 'Order ORD-10001: we still need your form');
  const list = reminder?.email.headers.filter(({ key }) => key.startsWith('list-'));
  expect(list).toMatchObject([
    {
      key: 'list-unsubscribe',
      value: expect.stringMatching(
        /^<https:\/\/shop\.example\.com\/api\/stop-reminders\?order=ORD-10001&key=[\w-]{22}>$/,
      ),
    },
    { key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' },
  ]);
});

const HEADERS = 'Ada\r\nBcc: victim@elsewhere.example\r\n\r\nBuy now';

test('a name that contains headers is rejected and sends nothing', async () => {
  const { received, status, body, worker } = await orderWithMail({ firstName: HEADERS });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ firstName: ['Please remove the characters that aren’t supported'] });
  await worker.drain();
  expect(received).toEqual([]);
});

test('a name with line breaks that an older version stored adds no headers', async () => {
  const { app, received, worker } = await orderWithMail();
  app.db.$client.prepare('UPDATE orders SET first_name = ?').run(HEADERS);
  await worker.drain();
  expect(received.map(({ recipients }) => recipients)).toEqual([[BUYER], [BUSINESS]]);
  for (const { email } of received) expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received.map(({ email }) => email.subject)).toEqual([
    'Your order ORD-10001',
    'New order ORD-10001: $0.00 from Ada Bcc: victim@elsewhere.example  Buy now Marlow',
  ]);
});

test.each([
  'ada@marlow.example\r\nBcc: victim@elsewhere.example',
  'ada@marlow.example,victim@elsewhere.example',
  'ada@marlow.example victim@elsewhere.example',
  'Ada <ada@marlow.example>, victim@elsewhere.example',
  '"a, b"@marlow.example',
])('an address that contains several is rejected: %j', async (email) => {
  const { status, body } = await orderWithMail({ email });
  expect(status).toBe(400);
  expect(body.fields.email).toContain('Please enter a valid email');
});

test('a message whose order is missing fails with an error that names the order', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const outboxWorker = outboxWorkerOf(app, { send: async () => '', close: async () => {} });
  app.db.update(orders).set({ orderNumber: 'ORD-99999' }).run();
  await outboxWorker.drain();
  expect(rows.outbox(app.db)[0]?.lastError).toBe('The order for this email no longer exists (ORD-10001).');
});

test('a server that replaces the Message-ID leaves a header that still names the email', async () => {
  const server = await startSmtpServer();
  const email = anEmail();
  await smtp(server.url).send(email, 'key');
  server.state.replacesIds = true;
  await smtp(server.url).send(email, 'key');
  const [first, second] = server.received.map((received) => received.email);
  expect(first?.messageId).toBe(email.messageId);
  expect(second?.messageId).not.toBe(email.messageId);
  expect(second?.references).toBe(first?.references);
  expect(second?.references).toBe(referenceOf(email.messageId));
});

test('without SMTP each email is saved as an .eml file, and only its name is logged', async () => {
  const folder = join(tempFolder(), 'mail');
  const log = createLog('silent');
  const logged: unknown[] = [];
  log.info = (entry: unknown) => void logged.push(entry);
  const transport = fileTransport(folder, log);
  await transport.send(anEmail({ text: 'Thank you, 🚲' }), 'order-confirmation-ORD-10001');
  expect(readdirSync(folder)).toEqual(['order-confirmation-ORD-10001.eml']);
  const email = await PostalMime.parse(readFileSync(join(folder, 'order-confirmation-ORD-10001.eml')));
  expect(email).toMatchObject({
    subject: 'Your order ORD-10001',
    html: expect.stringContaining('<p>Thank you</p>'),
  });
  expect(email.text?.trim()).toBe('Thank you, 🚲');
  expect(logged).toEqual([{ file: join(folder, 'order-confirmation-ORD-10001.eml') }]);
});

test('the same email written twice is one file; a folder that cannot be written is an error', async () => {
  const folder = tempFolder();
  const transport = fileTransport(folder, createLog('silent'));
  for (let times = 0; times < 2; times += 1) await transport.send(anEmail(), 'one');
  expect(readdirSync(folder)).toEqual(['one.eml']);
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const broken = fileTransport(join(file, 'mail'), createLog('silent'));
  await expect(broken.send(anEmail(), 'two')).rejects.toThrow(/ENOTDIR|EEXIST/);
});

test('a symbolic link in place of an email file is not followed', async () => {
  const folder = tempFolder();
  const elsewhere = join(tempFolder(), 'elsewhere.txt');
  writeFileSync(elsewhere, 'untouched');
  symlinkSync(elsewhere, join(folder, 'one.eml.part'));
  symlinkSync(elsewhere, join(folder, 'one.eml'));
  await fileTransport(folder, createLog('silent')).send(anEmail(), 'one');
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
  expect(readFileSync(join(folder, 'one.eml'), 'utf8')).toContain('Subject: Your order ORD-10001');
  expect(readdirSync(folder)).toEqual(['one.eml']);
});

test.each([
  'New order ORD-10001: $0 from =?utf-8?b?4oCuZXZpbA==?= Marlow',
  'New order ORD-10001: $0 from Zoë =?utf-8?q?=E2=80=AEevil?= 🚲',
  `=?utf-8?b?4oCuZXZpbA==?= ${'ö'.repeat(120)}`,
  '=? ?=',
])('a subject arrives exactly as typed, never decoded: %s', async (subject) => {
  const folder = tempFolder();
  await fileTransport(folder, createLog('silent')).send(anEmail({ subject }), 'one');
  const email = await PostalMime.parse(readFileSync(join(folder, 'one.eml')));
  expect(email.subject).toBe(subject);
});
