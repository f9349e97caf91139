import { expect, test, vi } from 'vitest';
import { ADA, anyEmail, aReply } from '../../../test/imap/emails.ts';
import { shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { readHead } from './read-head.ts';

type Shop = Awaited<ReturnType<typeof shopWithInbox>>;

/** Delivers emails to a shop, and gives what the customer reads, and what the history and the business are told. */
async function deliver(shop: Shop, ...sources: (Buffer | string)[]) {
  await shop.receive(...sources);
  const { files } = await shop.page();
  const subjects = (await shop.app.businessEmails()).map(({ subject }) => subject);
  return {
    texts: await shop.texts(),
    names: files.map(({ name }: { name: string }) => name) as string[],
    told: (await shop.leftOut()).toReversed(),
    alerts: subjects.filter((subject) => subject.endsWith('an email was left out')),
  };
}

/** An answer of the customer with this body, which begins with its header. */
const answer = ({ email }: Shop, body: string, from = `Ada Marlow <${ADA}>`, id = 'a@b') =>
  `Message-ID: <${id}>\r\nFrom: ${from}\r\nTo: ${email.replyTo}\r\nSubject: Re: Your order\r\nIn-Reply-To: ${email.messageId}\r\nMIME-Version: 1.0\r\n${body}`;
const parts = (kind: string, ...bodies: string[]) =>
  `Content-Type: multipart/${kind}; boundary=b\r\n\r\n${bodies.map((body) => `--b\r\n${body}\r\n`).join('')}--b--\r\n`;
const plain = (words: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${words}`;
const calendar = (method: string) =>
  `Content-Type: text/calendar; charset=utf-8; method=${method}\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR`;

test.each([
  `"Ada <3 Marlow" <${ADA}>`,
  `"Ada, \\"M\\" <x@y>" <${ADA}>`,
  `"Ada <> Marlow" <${ADA}>`,
  `Ada (work) <${ADA}> (a (nested) one)`,
  `${ADA} (Ada <3)`,
  `=?utf-8?Q?Ada_=3C3?= <${ADA}>`,
  `Ada\r\n  Marlow\r\n <${ADA}>`,
  `Ada <@relay.example:${ADA}>`,
  `Ada < ${ADA} >`,
  `Ada: ${ADA};`,
  `Ada: Marlow Bicycles <${ADA}>`,
  `Ada <${ADA}>,`,
  `Marlow, Ada <${ADA}>`,
  ADA.toUpperCase(),
])('a sender is read as RFC 5322 has it: %s', async (from) => {
  expect(await readHead(Buffer.from(`From: ${from}\r\n\r\n`))).toMatchObject({ from: ADA });
});

test.each([
  `Ada <${ADA}>, Eve <eve@elsewhere.example>`,
  `"${ADA}" <>`,
  `${ADA} <>`,
  `<eve@elsewhere.example> <${ADA}>`,
  `${ADA}\r\nFrom: ${ADA}`,
])('no single sender: %s', async (from) => {
  expect(await readHead(Buffer.from(`From: ${from}\r\n\r\n`))).toMatchObject({ from: '' });
});

test('reactions, answers to invitations, and automatic replies are no messages, and the history names each', async () => {
  const shop = await shopWithInbox();
  const reaction = 'Content-Type: text/vnd.google.email-reaction+json\r\n\r\n{"emoji":"👍","version":1}';
  const { texts, names, told, alerts } = await deliver(
    shop,
    answer(
      shop,
      parts('alternative', plain('👍\r\n\r\nAda reacted via Gmail'), reaction, plain('x')),
      ADA,
      '1@x',
    ),
    answer(
      shop,
      'Content-Disposition: reaction\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n👍',
      ADA,
      '2@x',
    ),
    answer(
      shop,
      parts('mixed', parts('alternative', plain('Ada has accepted.'), calendar('REPLY'))),
      ADA,
      '3@x',
    ),
    answer(shop, calendar('COUNTER'), ADA, '4@x'),
    answer(shop, `Auto-Submitted: auto-replied\r\n${plain('I am away.')}`, ADA, '5@x'),
    answer(shop, plain('We got your email.'), 'MAILER-DAEMON@elsewhere.example', '6@x'),
  );
  expect([texts, names]).toEqual([[], []]);
  expect(told).toEqual(
    [
      [ADA, 'it is only a reaction'],
      [ADA, 'it is only a reaction'],
      [ADA, 'it is the answer to an invitation'],
      [ADA, 'it is the answer to an invitation'],
      [ADA, 'it was sent automatically'],
      ['mailer-daemon@elsewhere.example', 'it was sent automatically'],
    ].map(([who, why]) => expect.stringContaining(`from ${who} was left out, because ${why}.`)),
  );
  // Somebody should look at a declined meeting, not at a thumb.
  expect(alerts).toHaveLength(2);
});

test('an invitation, and words with an emoji, are messages', async () => {
  const shop = await shopWithInbox();
  const { texts } = await deliver(
    shop,
    answer(shop, parts('mixed', plain('Shall we meet?'), calendar('REQUEST')), ADA, '1@x'),
    answer(shop, `Content-Disposition: reaction\r\n${plain('👍 and make it blue')}`, ADA, '2@x'),
    answer(shop, plain('👍'), ADA, '3@x'),
  );
  expect(texts).toEqual(['Shall we meet?\n\n[See files: invite.ics]', '👍 and make it blue', '👍']);
});

test('attachments that Outlook packed into winmail.dat are named, with what to do', async () => {
  const shop = await shopWithInbox();
  const packed =
    '[Only in the email: winmail.dat. Outlook packed attachments into this file. Please send them again from another program, or as an email in HTML.]';
  const attachments = [
    {
      filename: 'winmail.dat',
      contentType: 'application/ms-tnef',
      content: Buffer.from([0x78, 0x9f, 0x3e, 0x22]),
    },
  ];
  const { texts, names } = await deliver(
    shop,
    await aReply(shop.email, { text: 'Here is the logo.', attachments }),
    await aReply(shop.email, {
      text: '',
      attachments: attachments.map((one) => ({ ...one, contentType: 'application/octet-stream' })),
    }),
  );
  expect(texts).toEqual([`Here is the logo.\n\n${packed}`, packed]);
  expect(names).toEqual([]);
});

test.each([
  ['before the first part', (body: string) => body.replace('--b\r\n', 'Make it red.\r\n--b\r\n')],
  ['behind the last part', (body: string) => `${body}Make it red.\r\n`],
  [
    'behind the note for older programs',
    (body: string) =>
      body.replace('--b\r\n', 'This is a multi-part message in MIME format.\r\nMake it red.\r\n--b\r\n'),
  ],
  ['within the header', (body: string) => `Make it red.\r\n${body}`],
  ['without a boundary', () => 'Content-Type: multipart/mixed\r\n\r\nMake it red.'],
])('words %s are told', async (_where, change) => {
  const shop = await shopWithInbox();
  const { texts } = await deliver(shop, answer(shop, change(parts('mixed', plain('Hello.')))));
  expect(texts[0]).toContain('[Only in the email: words outside of its parts]');
});

test('words of one version only, and letters that no program can read, are told', async () => {
  const shop = await shopWithInbox();
  const words = 'We like the first version of the page very much.';
  const html = `Content-Type: text/html; charset=utf-8\r\n\r\n<p>${words}</p><p>Make the logo red.</p>`;
  const base64 = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  const { texts } = await deliver(
    shop,
    answer(shop, parts('alternative', plain(words), html), ADA, '1@x'),
    answer(shop, parts('alternative', plain('Blue.'), plain('Green, and a larger picture.')), ADA, '2@x'),
    answer(
      shop,
      `${base64}${Buffer.from('Blue.').toString('base64')}\r\nA list’s footer in clear`,
      ADA,
      '3@x',
    ),
  );
  expect(texts).toEqual([
    `${words}\n\n[Only in the email: another version of its text]`,
    expect.stringMatching(/^Blue\.\s+Green, and a larger picture\.$/),
    expect.stringMatching(/^Blue\.[^]*\[Only in the email: letters that can’t be read\]$/),
  ]);
});

test('who writes into the subject only is heard', async () => {
  const shop = await shopWithInbox();
  const { texts } = await deliver(
    shop,
    await aReply(shop.email, { text: ' ', subject: 'Re: Please make it blue' }),
    await aReply(shop.email, { text: ' ' }),
  );
  expect(texts).toEqual(['[Only a subject: Please make it blue]', '[An email without text]']);
});

test('what programs write for older programs is no words', async () => {
  const shop = await shopWithInbox();
  const note = 'This is a multi-part message in MIME format.\r\n';
  const body = parts('mixed', plain('Hello.')).replace('--b\r\n', `${note}--b\r\n`);
  expect((await deliver(shop, answer(shop, body))).texts).toEqual(['Hello.']);
});

test('an answer that has our own words only is told', async () => {
  const shop = await shopWithInbox();
  const line = shop.email.text.split('\n').find((one) => one.length > 40);
  const { texts } = await deliver(
    shop,
    await aReply(shop.email, {
      text: `On Nov 21, 2026 at 5:00 AM Northlight <hello@northlight.example> wrote:\n> ${line}`,
    }),
    await aReply(shop.email, { text: ' ' }),
  );
  expect(texts).toEqual(['[More is only in the email]', '[An email without text]']);
});

test('a customer whose address is that of a postmaster is a person', async () => {
  const address = 'postmaster@marlow-bicycles.example';
  const shop = await shopWithInbox(address);
  const { texts } = await deliver(
    shop,
    await aReply(shop.email, { from: address, text: 'Our parcel could not be delivered. Please wait.' }),
    await anyEmail({
      from: address,
      to: 'hello@northlight.example',
      subject: shop.orderNumber,
      text: 'News?',
    }),
  );
  expect(texts).toEqual([
    'Our parcel could not be delivered. Please wait.',
    'News?\n\n[The sender of this email isn’t confirmed.]',
  ]);
  expect(await shop.statusOfEmail()).toBe('sent');
});

test('an answer to an email about no order is told once an hour', async () => {
  const shop = await shopWithInbox();
  const { app } = shop;
  await app.post('/api/orders-link', { email: ADA });
  const links = async () => (await app.sentEmails()).filter(({ subject }) => /your orders/i.test(subject));
  const [link = expect.fail('no link')] = await vi.waitUntil(async () => {
    const found = await links();
    return found.length > 0 && found;
  }, SOON);
  const write = (text: string) => aReply(link, { text, subject: 'Hello' });
  const { texts, told } = await deliver(shop, await write('One'), await write('Two'));
  expect([texts, told]).toEqual([[], []]);
  const subjects = (await app.businessEmails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('left out'))).toEqual([
    'No order: an email was left out',
  ]);
});

test('what the studio writes in another mailbox of its own appears', async () => {
  const shop = await shopWithInbox();
  shop.imap.deliver(
    await anyEmail({ from: 'bob@northlight.example', to: ADA, subject: shop.orderNumber, text: 'Done!' }),
    'Sent Items',
  );
  shop.imap.hangUp();
  await shop.allRead();
  await vi.waitFor(
    async () =>
      expect((await shop.see()).conversation).toMatchObject([{ text: 'Done!', isFromStudio: true }]),
    SOON,
  );
});
