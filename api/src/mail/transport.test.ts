import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { aDraft } from '../test/factories.ts';
import { aWorker } from '../test/outbox-fixtures.ts';
import { checkOut } from '../test/roads.ts';
import { rows } from '../test/rows.ts';
import { startSmtpServer } from '../test/smtp-fixture.ts';
import { tempFolder } from '../test/temp-folder.ts';
import { startTestApp, testEnv, type TestApp } from '../test/test-app.ts';
import { createSendMessage } from '../outbox/send-message.ts';
import { fileTransport, smtpTransport, type Mail, type MailTransport } from './transport.ts';

function aMail(changes: Partial<Mail> = {}): Mail {
  return {
    from: '"Northlight Studio" <hello@northlight.example>',
    to: 'ada@marlow-bicycles.example',
    subject: 'Your order ORD-10001',
    html: '<p>Thank you</p>',
    text: 'Thank you',
    messageId: '<order-confirmation.ORD-10001@localhost>',
    ...changes,
  };
}

function smtp(url: string): MailTransport {
  const transport = smtpTransport(url);
  onTestFinished(() => transport.close());
  return transport;
}

/** A worker that empties the app's outbox into the transport, with a clock that is moved by hand. */
function postmanOf(app: TestApp, transport: MailTransport) {
  const settings = testEnv({ publicUrl: 'https://shop.example.com' });
  const send = createSendMessage({ ...app.forms, settings, transport });
  return aWorker(app.db, send, { now: app.clock.now });
}

test('D19: the order mail arrives over SMTP, whole: subject, number, receipt, links, HTML and text', async () => {
  const app = await startTestApp();
  const { received, url } = await startSmtpServer();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], firstName: 'Zoë "Z" 🚲 محمد' }));
  await postmanOf(app, smtp(url)).drain();
  expect(received).toHaveLength(1);
  expect(received[0]?.recipients).toEqual(['ada@marlow-bicycles.example']);
  const mail = received[0]?.mail;
  expect(mail).toMatchObject({
    subject: 'Your order ORD-10001',
    from: { name: 'Northlight Studio', address: 'hello@northlight.example' },
    to: [{ address: 'ada@marlow-bicycles.example' }],
    messageId: '<order-confirmation.ORD-10001@shop.example.com>',
    attachments: [],
  });
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('ORD-10001');
    expect(part).toContain('https://shop.example.com/voice-agent-form?order=ORD-10001');
    expect(part).toContain('$199.00 + $199.00/month');
  }
  expect(mail?.text).toContain('Thank you, Zoë "Z" 🚲 محمد.');
  expect(mail?.html).toContain('Zoë &quot;Z&quot; 🚲 محمد');
  expect(rows.outbox(app.db)).toMatchObject([{ status: 'sent', attempts: 1 }]);
});

test.each([
  ['says "later" (4xx)', 'later', /Greylisted/],
  ['drops the connection', 'drops', /./],
] as const)('D19: a mail server that %s gets the mail when it is back, once', async (_name, mood, reason) => {
  const app = await startTestApp();
  const { received, state, url } = await startSmtpServer();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const postman = postmanOf(app, smtp(url));
  state.mood = mood;
  await postman.drain();
  expect(received).toEqual([]);
  expect(rows.outbox(app.db)).toMatchObject([
    { status: 'waiting', lastError: expect.stringMatching(reason) },
  ]);
  state.mood = 'takes';
  postman.wait(5_000);
  await postman.drain();
  await postman.drain();
  expect(received).toHaveLength(1);
  expect(rows.outbox(app.db)).toMatchObject([{ status: 'sent', attempts: 2 }]);
});

test('D19: no mail server at all is a reason that is kept', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await postmanOf(app, smtp('smtp://127.0.0.1:1')).drain();
  expect(rows.outbox(app.db)).toMatchObject([
    { status: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test('a name that carries headers is refused and sends nothing', async () => {
  const app = await startTestApp();
  const { received, url } = await startSmtpServer();
  const firstName = 'Ada\r\nBcc: victim@elsewhere.example\r\n\r\nBuy now';
  const { status, body } = await checkOut(app, aDraft({ serviceTypes: ['voice'], firstName }));
  expect(status).toBe(400);
  expect(body.fields).toEqual({ firstName: ['Please remove unreadable characters'] });
  await postmanOf(app, smtp(url)).drain();
  expect(received).toEqual([]);
});

test('a name with line breaks that an older version stored adds no headers', async () => {
  const app = await startTestApp();
  const { received, url } = await startSmtpServer();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  app.db.$client
    .prepare('UPDATE orders SET first_name = ?')
    .run('Ada\r\nBcc: victim@elsewhere.example\r\n\r\nBuy now');
  await postmanOf(app, smtp(url)).drain();
  expect(received[0]?.recipients).toEqual(['ada@marlow-bicycles.example']);
  expect(received[0]?.mail.headers.map((header) => header.key)).not.toContain('bcc');
  expect(received[0]?.mail.subject).toBe('Your order ORD-10001');
});

test.each([
  'ada@marlow.example\r\nBcc: victim@elsewhere.example',
  'ada@marlow.example,victim@elsewhere.example',
  'ada@marlow.example victim@elsewhere.example',
  'Ada <ada@marlow.example>, victim@elsewhere.example',
  '"a, b"@marlow.example',
])('an address that is more than one is refused: %j', async (email) => {
  const app = await startTestApp();
  const { status, body } = await checkOut(app, aDraft({ serviceTypes: ['voice'], email }));
  expect(status).toBe(400);
  expect(body.fields.email).toContain('Please enter a valid email');
});

test('D19: without SMTP each mail is an .eml file that a mail program reads, and its text is logged', async () => {
  const folder = join(tempFolder(), 'mail');
  const log = createLog('silent');
  const logged: unknown[] = [];
  log.info = (entry: unknown) => void logged.push(entry);
  const transport = fileTransport(folder, log);
  await transport.send(aMail({ text: 'Thank you, 🚲' }), 'order-confirmation-ORD-10001');
  expect(readdirSync(folder)).toEqual(['order-confirmation-ORD-10001.eml']);
  const mail = await PostalMime.parse(readFileSync(join(folder, 'order-confirmation-ORD-10001.eml')));
  expect(mail).toMatchObject({
    subject: 'Your order ORD-10001',
    html: expect.stringContaining('<p>Thank you</p>'),
  });
  expect(mail.text?.trim()).toBe('Thank you, 🚲');
  expect(logged).toMatchObject([{ to: 'ada@marlow-bicycles.example', text: 'Thank you, 🚲' }]);
});

test('D19: the same mail written again is one file; a folder that cannot be written is an error', async () => {
  const folder = tempFolder();
  const transport = fileTransport(folder, createLog('silent'));
  await transport.send(aMail(), 'one');
  await transport.send(aMail(), 'one');
  expect(readdirSync(folder)).toEqual(['one.eml']);
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const broken = fileTransport(join(file, 'mail'), createLog('silent'));
  await expect(broken.send(aMail(), 'two')).rejects.toThrow(/ENOTDIR|EEXIST/);
});

test('D19: a message whose order is gone is an error that names it', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const postman = postmanOf(app, { send: async () => {}, close: async () => {} });
  app.forms.orderStore.byNumber = () => undefined;
  await postman.drain();
  expect(rows.outbox(app.db)[0]?.lastError).toBe(
    'The order of message order-confirmation:ORD-10001 is gone.',
  );
});
