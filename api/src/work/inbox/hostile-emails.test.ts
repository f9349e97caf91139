import { expect, test, vi } from 'vitest';
import { ADA, aBounce, aReply } from '../../../test/imap/emails.ts';
import { shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';
import { readHead } from './read-head.ts';

const EVE = 'eve@elsewhere.example';
const MB = 1024 * 1024;
type Source = Buffer | string;

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('a hundred hostile emails store nothing wrong, and the business is told what was left out', async () => {
  const { app, imap, email, page, see, orderNumber, allRead } = await shopWithInbox();
  const raw = (head: string, body = 'I am in.', from = EVE) =>
    `From: ${from}\r\nTo: hello@northlight.example\r\n${head}\r\n\r\n${body}`;
  const answers = `In-Reply-To: ${email.messageId}`;
  const [, signature = ''] = /\.(\w{32})@/.exec(email.messageId) ?? [];
  /** In the customer's name, as a reply to our email: its words are stored if there are any. */
  const ada = (head: string, body: string) => raw(`${answers}\r\nMIME-Version: 1.0\r\n${head}`, body, ADA);

  const ignored: Source[] = [
    // Other people's numbers, and guessed Message-IDs.
    ...many(20, (index) => raw(`Subject: Re: Order ${orderNumber} ${index}`)),
    ...many(12, (index) => raw(`Subject: hi\r\nIn-Reply-To: <${index}.${'ab'.repeat(16)}@localhost>`)),
    ...many(5, (index) => raw(`Subject: hi\r\nReferences: <${index + 2}.${signature}@localhost>`)),
    raw(`Subject: ${'ORD-10001 '.repeat(5_000)}`),
    // Machines, of which the order's history says so, and our own emails that come back.
    ...[
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated (rejected)',
      'Precedence: bulk',
      'Precedence: AUTO_REPLY',
      'Precedence: junk',
      'X-Autoreply: yes',
      'X-Autorespond: yes',
      'Return-Path: <>',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=x',
    ].map((line) => raw(`${line}\r\n${answers}\r\nSubject: Out of office ${orderNumber}`, 'I am away', ADA)),
    raw(answers, 'A loop', 'hello@northlight.example'),
    raw(answers, 'A loop', 'Northlight <HELLO@northlight.example>'),
    raw(answers, 'A robot', 'MAILER-DAEMON@mx.example'),
    aBounce({ ...email, messageId: `<1.${'0'.repeat(32)}@localhost>` }),
    aBounce({ ...email, messageId: '' }),
    aBounce(email).slice(0, 1_200),
    // No emails at all.
    '',
    '\r\n\r\n',
    '\0'.repeat(1_000),
    Buffer.from(many(5_000, (index) => (index * 7919) % 256)),
    'A'.repeat(MB),
    `Subject: ${orderNumber}\r\n`.repeat(50_000),
  ];
  const leftOut: Source[] = [
    // Senders that are not one address.
    raw(`${answers}\r\nSubject: two senders`, 'Both', `${ADA}, ${EVE}`),
    raw(`From: ${ADA}\r\n${answers}`),
    raw(`${answers}`, 'A group', `friends: ${ADA}, ${EVE};`),
    raw(`${answers}`, 'None', ''),
    raw(`${answers}`, 'In the name', `"${ADA}" <>`),
    // The Message-ID is right, the sender is not. Of such a flood only the first ones are told.
    ...many(16, (index) =>
      raw(
        `${answers}\r\nSubject: ${index}\r\nMessage-ID: <${index}@e>`,
        'Pay me',
        `eve+${index}@elsewhere.example`,
      ),
    ),
    ...['spf=pass; dmarc=fail', 'spf=softfail; dkim=none; dmarc=none'].map((results) =>
      raw(`Subject: ${orderNumber}\r\nAuthentication-Results: mx; ${results}`, 'Forged', ADA),
    ),
    // 30 MB
    ada('Subject: large', 'x'.repeat(30 * MB)),
  ];
  const nested = (depth: number, at = 0): string =>
    at === depth
      ? 'Content-Type: text/plain\r\n\r\nDeep\r\n'
      : `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n${nested(depth, at + 1)}\r\n--b${at}--\r\n`;
  const program = {
    filename: 'invoice.pdf.exe',
    content: Buffer.from('MZ\x90\0\x03\0\0\0 This program cannot be run'),
  };
  const zip = {
    filename: 'bomb.zip',
    content: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(50_000)]),
  };
  const taken: Source[] = [
    await aReply(email, {
      text: 'Open it',
      attachments: [program, zip, { filename: '../../etc/passwd.png', content: Buffer.from(aPng()) }],
    }),
    await aReply(email, {
      text: 'Sixty',
      attachments: many(60, (index) => ({ filename: `${index}.html`, content: '<script>1</script>' })),
    }),
    await aReply(email, {
      text: 'Inside',
      attachments: [{ contentType: 'message/rfc822', content: raw(answers) }],
    }),
    await aReply(email, {
      text: '',
      html: '<script>alert(1)</script><img src="http://tracker.example/x.png">Hello <b>you</b>',
    }),
    await aReply(email, { text: '', html: `${'<div>'.repeat(100_000)}Nested` }),
    await aReply(email, { text: '', html: `<p>${'word '.repeat(250_000)}` }),
    ada('Content-Type: multipart/mixed', 'No boundary'),
    ada('Content-Type: multipart/mixed; boundary="x"', '--x\r\nContent-Type: text/plain\r\n\r\nNever ends'),
    ada('Content-Type: text/plain; charset=martian', 'Martian \xff\xfe'),
    ada('Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64', '!!!not base64!!!'),
    ada(
      'Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: quoted-printable',
      '=D8=00=ZZ',
    ),
    ada('Subject: =?utf-8?B?////?=', 'Nul \0 and \x1b[31mred'),
    ada('', nested(200)),
    ada(nested(400).replace(/\r\n\r\n[^]*/, ''), nested(400).replace(/^[^]*?\r\n\r\n/, '')),
    ada(
      'Content-Type: multipart/mixed; boundary=p',
      '--p\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(3_000),
    ),
    ada(`X-Long: ${'y'.repeat(60_000)}`, 'Long header'),
    ada(
      `References: ${many(500, (index) => `<${index}.${'cd'.repeat(16)}@x>`).join(' ')}`,
      'Many references',
    ),
    ada('', '\r\n'.repeat(200_000)),
  ];
  expect(ignored.length + leftOut.length + taken.length).toBeGreaterThanOrEqual(100);

  const memory = process.memoryUsage().rss;
  for (const source of [...ignored, ...leftOut]) imap.deliver(source);
  await allRead();
  expect(await page()).toMatchObject({ messages: [], files: [] });
  expect(imap.state.fetchedBytes).toBeLessThan(15 * MB);
  const events = async () =>
    (await see()).timeline.filter(({ kind }: { kind: string }) => kind === 'left-out');
  const told = await events();
  expect(told).toHaveLength(11);
  expect(told[0].text).toBe('More emails were left out within an hour. They are in the mailbox.');
  expect(told[1].text).toBe(
    'An email from eve+4@elsewhere.example was left out, because it isn’t from the customer’s address. It is in the mailbox.',
  );
  // The next hour.
  app.wait(61 * 60_000);
  for (const source of [...leftOut.slice(-2), ...taken]) imap.deliver(source);
  await allRead();
  const reasons = (await events()).map(({ text }: { text: string }) => /because (.*)\. It/.exec(text)?.[1]);
  expect(reasons).toEqual(
    expect.arrayContaining(['it is larger than 25 MB', 'its sender’s address may be forged']),
  );
  const notices = (await app.businessEmails()).filter(
    ({ subject }) => subject === `${orderNumber}: an email was left out`,
  );
  expect(notices).toHaveLength(reasons.length);

  const { messages, files } = await page();
  const texts: string[] = messages.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^Open it\n\n\[See files: bomb\.zip, passwd\.png\]\n\n\[Only in the email: invoice\.pdf\.exe\. We can’t accept this type of file\. .*\]$/,
      ),
      expect.stringMatching(
        /^Sixty\n\n\[Only in the email: 0\.html, .*19\.html\. We can’t .*\]\n\n\[Only in the email: 40 more\]$/,
      ),
      'Inside\n\n[Only in the email: a file without a name]',
      '[Only in the email: its text]',
      'Never ends',
      'Long header',
      'Many references',
    ]),
  );
  expect(texts.join('')).not.toMatch(/Pay me|Forged|I am in|I am away|A loop|<script>|\0/);
  expect(texts.every((text) => text.length > 0 && text.length <= 15_000)).toBe(true);
  const kinds = files.map(
    ({ name, mediaType }: { name: string; mediaType: string }) => `${name} ${mediaType}`,
  );
  expect(kinds.toSorted()).toEqual(['bomb.zip application/octet-stream', 'passwd.png image/png']);
  expect(process.memoryUsage().rss - memory).toBeLessThan(300 * MB);

  // It still works.
  app.wait(61 * 60_000);
  imap.deliver(await aReply(email, { text: 'Still there?' }));
  await vi.waitFor(async () => expect((await page()).messages.at(-1).text).toBe('Still there?'), SOON);
  expect(imap.state.changes).toEqual([]);
});

const head = (lines: string) =>
  readHead(Buffer.from(`From: Ada <ada@marlow-bicycles.example>\r\n${lines}\r\n\r\n`));

test.each([
  'Auto-Submitted: auto-replied',
  'Precedence: auto_reply',
  'X-Precedence: auto_reply',
  'Preference: auto_reply',
  'X-Autoreply: yes',
  'X-Autorespond: x',
  'X-Autoresponse: x',
  'X-AutoReply-From: ada@marlow-bicycles.example',
  'X-Autogenerated: Reply',
  'X-Auto-Reply: 1',
  'X-Mail-Autoreply: x',
  'X-Zoho-Auto-Reply: x',
  'X-POST-MessageClass: 9; Autoresponder',
  'X-FC-MachineGenerated: true',
  'X-Facebook-Notify: x',
  'X-MS-Exchange-Inbox-Rules-Loop: x',
  'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
  'X-Mailer: vacation',
  'Delivered-To: Autoresponder',
  'Subject: Automatic reply: Your order',
  'Subject: Auto reply: Your order',
  'Subject: AutoReply: Your order',
  'Subject: Out of Office AutoReply: Your order',
  'Subject: Out of the office: Re: Your order',
  'Subject: Ada Marlow is out of the office.',
  'Subject: Automatische Antwort: Your order',
  'Subject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A?= Your order',
  'Subject: Respuesta automática: Your order',
  'Subject: [Auto-Reply] Your order',
  'Subject: Automatická odpověď: x',
  'Subject: Odpowiedź automatyczna: x',
  'Subject: Message d’absence',
  'Subject: Abwesenheit: x',
  'Subject: AUTO: Ada Marlow is out of the office (returning 11/30/2026)',
])('%s says that a machine wrote it', async (line) => {
  expect(await head(line)).toMatchObject({ isAutomatic: true });
});

test.each([
  'X-Auto-Response-Suppress: All',
  'Auto-Submitted: no',
  'X-Autoreply: no',
  'X-Mailer: iPhone Mail (21G93)',
  'X-MDaemon-Deliver-To: hello@northlight.example',
  'Subject: Re: Automatic doors for the shop',
  'Subject: Out of office greeting for the phone',
  'Subject: Re: Your vacation hours',
  'Subject: Automatic reply text for our phone',
  'Subject: Auto: the page about cars',
  'Subject: Re: Automatic reply: x',
  'Subject: Re: greeting: Ada is out of the office',
  'Subject: The phone says Ada is out of the office on Mondays',
])('a person can write %s', async (line) => {
  expect(await head(line)).toMatchObject({ isAutomatic: false });
});
