import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { ADA, aBounce, anyEmail, aReply } from '../../../test/imap/emails.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { quoteWithInbox, SENT, shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';
import { checkInboxLogin } from './mailbox.ts';
import { Readable } from 'node:stream';
import { textOfParts, type Part } from './email-text.ts';
import { messageOf } from './message-of-email.ts';
import { ownWords } from './own-words.ts';
import { bounceOf } from './read-bounce.ts';

const EVE = 'eve@elsewhere.example';

test('a reply with an attachment and our quote becomes a message and a file, once', async () => {
  const { app, imap, email, page, see, stop, restart, receive } = await shopWithInbox();
  const reply = await aReply(email, {
    attachments: [{ filename: 'logo.png', content: Buffer.from(aPng()) }],
  });
  // The same email again, by another way, and the whole folder with new numbers.
  for (let times = 0; times < 2; times += 1) await receive(reply);
  await stop();
  if (imap.folders['INBOX']) imap.folders['INBOX'].uidValidity += 1;
  restart();
  const lunch = { from: 'friend@elsewhere.example', subject: 'Lunch?', text: 'At noon?' };
  await receive(await anyEmail({ ...lunch, to: email.replyTo }));
  const { messages, files } = await page();
  expect(messages).toMatchObject([
    { isFromStudio: false, isByEmail: true, text: 'Please use the blue one.\n\n[See files: logo.png]' },
  ]);
  expect(files).toMatchObject([{ name: 'logo.png', mediaType: 'image/png', isFromStudio: false }]);
  expect((await see()).conversation).toHaveLength(1);
  const notices = (await app.businessEmails()).filter(({ subject }) => subject.includes('new message'));
  expect(notices).toMatchObject([{ subject: 'Order ORD-10001: new message from Ada Marlow', replyTo: ADA }]);
  expect(imap.state.changes).toEqual([]);
});

test('an email that only names the order and comes from the customer’s address says that its sender isn’t confirmed', async () => {
  const { email, page, receive, orderNumber } = await shopWithInbox();
  await receive(
    await anyEmail({ from: ADA, to: email.replyTo, subject: `Re: ${orderNumber}`, text: 'The blue one.' }),
  );
  expect((await page()).messages).toMatchObject([
    { isFromStudio: false, text: 'The blue one.\n\n[The sender of this email isn’t confirmed.]' },
  ]);
});

test('what the studio answers from its own mail program appears, and the customer gets no second email', async () => {
  const { app, imap, email, page, see } = await shopWithInbox();
  const before = (await app.sentEmails()).length;
  const answer = {
    from: 'Northlight <hello@northlight.example>',
    subject: 'Re: Re: your order',
    text: `Done!\n\n> ${email.text.split('\n')[0]}`,
  };
  imap.deliver(await aReply(email, { ...answer, to: ADA, inReplyTo: '<their-own@id>' }), SENT);
  // To somebody else, and about nothing.
  imap.deliver(
    await aReply(email, { ...answer, to: 'accountant@elsewhere.example', text: 'For the books' }),
    SENT,
  );
  imap.deliver(await anyEmail({ ...answer, to: ADA, subject: 'Hello' }), SENT);
  // The folder is looked at when the connection opens.
  imap.hangUp();
  await vi.waitFor(async () => expect((await page()).messages).toHaveLength(1), SOON);
  expect((await see()).conversation).toMatchObject([{ text: 'Done!', isFromStudio: true, isByEmail: true }]);
  expect(await app.sentEmails()).toHaveLength(before);
});

test('a returned email is listed as not sent with the reason; delays, and reports about other emails, change nothing', async () => {
  const { app, email, see, receive, statusOfEmail, admin } = await shopWithInbox();
  await receive(
    aBounce(email, { action: 'delayed', status: '4.4.1' }),
    aBounce({ ...email, messageId: email.messageId.replace(/\.\w{32}@/, `.${'0'.repeat(32)}@`) }),
    aBounce({ ...email, messageId: '<other@elsewhere.example>' }),
  );
  expect(await statusOfEmail()).toBe('sent');
  await receive(aBounce(email));
  const reason =
    'Returned by mail.marlow-bicycles.example: 550 5.1.1 <ada@marlow-bicycles.example>: Recipient address rejected: User unknown';
  expect(await statusOfEmail()).toBe('given-up');
  const { conversation, messages, timeline } = await see();
  expect(messages).toContainEqual(expect.objectContaining({ recipient: ADA, lastError: reason }));
  const { unsentMessages } = (await app.get('/api/json/overview', admin)).body;
  expect(unsentMessages).toMatchObject({ count: 1, items: [{ title: ADA, detail: reason }] });
  expect(timeline).toContainEqual(
    expect.objectContaining({ text: `Order confirmation to ${ADA} came back: ${reason}` }),
  );
  expect(conversation).toEqual([]);
});

test('outages and broken connections heal by themselves; the system check says why, without the password', async () => {
  const { app, imap, email, page, texts, admin, allRead } = await shopWithInbox();
  const check = async () =>
    (await app.get('/api/admin/doctor', admin)).body.lines.find(
      ({ name }: { name: string }) => name === 'Replies',
    );
  expect(await check()).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(
      /^The login at 127\.0\.0\.1 works\. Customers reply to hello@northlight\.example, which must arrive there\. The last new email was read on 2026-11-21 10:00 UTC\.$/,
    ),
  });
  // In the middle of an attachment.
  imap.state.breaksAfter = 128 * 1024;
  const content = Buffer.concat([Buffer.from(aPng()), randomBytes(200_000)]);
  imap.deliver(await aReply(email, { text: 'First', attachments: [{ filename: 'a.png', content }] }));
  await vi.waitFor(() => expect(imap.state.logins).toBeGreaterThan(1), SOON);
  expect(await page()).toMatchObject({ messages: [], files: [] });
  imap.state.breaksAfter = Infinity;
  await allRead();

  await imap.goAway();
  const down = await check();
  expect(down).toMatchObject({ state: 'failure', advice: expect.stringContaining('tries again by itself') });
  imap.deliver(await aReply(email, { text: 'Second' }));
  await imap.comeBack();
  await allRead();
  imap.state.refusesLogin = true;
  const refused = await check();
  expect(refused).toMatchObject({ state: 'failure', message: '127.0.0.1: Invalid credentials' });
  expect(JSON.stringify([down, refused])).not.toContain(imap.inbox.password);

  expect(await texts()).toEqual(['First\n\n[See files: a.png]', 'Second']);
  expect((await page()).files).toMatchObject([{ name: 'a.png', size: content.length }]);
});

test('a password never goes to another machine unencrypted', async () => {
  const imap = await startFakeImap();
  await expect(checkInboxLogin({ ...imap.inbox, encryption: 'starttls' }, 5_000)).rejects.toThrow(/STARTTLS/);
  await expect(checkInboxLogin({ ...imap.inbox, encryption: 'tls' }, 1_000)).rejects.toThrow();
  expect(imap.state.logins).toBe(0);
});

test('a reply to a quote becomes a question about it', async () => {
  const { app, email, receive, link, read } = await quoteWithInbox();
  const attachments = [{ filename: 'map.png', content: Buffer.from(aPng()) }];
  await receive(
    await aReply(email, { text: 'Is the map included?', attachments }),
    await aReply(email, { text: 'Mine, too?', from: EVE }),
  );
  const { messages } = await read();
  expect(messages).toMatchObject([
    { text: 'Is the map included?\n\n[Only in the email: map.png]', isFromStudio: false },
  ]);
  expect((await (await link()).read()).messages).toHaveLength(1);
  expect((await app.businessEmails()).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringContaining('Q-1001'), 'Q-1001: an email was left out']),
  );
});

test('an hour has room for thirty replies; the next one is left out and told', async () => {
  const { imap, email, page, see, allRead } = await shopWithInbox();
  for (let nth = 1; nth <= 31; nth += 1) imap.deliver(await aReply(email, { text: `Reply ${nth}` }));
  await allRead();
  expect((await page()).messages).toHaveLength(30);
  expect((await see()).timeline[0].text).toContain('because its sender wrote too many messages in an hour');
});

test('a stranger whose form names the order has a Message-ID about it, and still can’t write in the customer’s name', async () => {
  const { app, orderNumber, page, receive, leftOut } = await shopWithInbox();
  await app.post('/api/submit-order-form', aWebsiteForm({ orderNumber, email: EVE }));
  const email = (await app.sentEmails()).find(({ to }) => to === EVE) ?? expect.fail('no email to Eve');
  await receive(
    await aReply(email, { subject: 'Hi', text: 'I am Ada' }),
    await aReply(email, { subject: 'Hi', text: 'I am Eve', from: EVE }),
  );
  expect(await page()).toMatchObject({ messages: [] });
  expect(await leftOut()).toEqual([
    `An email from ${EVE} was left out, because it isn’t from the customer’s address. It is in the mailbox.`,
    `An email from ${ADA} was left out, because its sender’s address may be forged. It is in the mailbox.`,
  ]);
});

const OURS = `Hello Ada,

here is version 1 of your website. Please look at each page and tell us.

Which photo should be on the first page, the blue one or the green one?`;
const NORTHLIGHT = 'Northlight <hello@northlight.example>';
const HEAD = `From: ${NORTHLIGHT}\nSent: Saturday, November 21, 2026 5:00 AM\nTo: Ada\nSubject: Your order\n\n`;
const QUOTE = OURS.replaceAll(/^/gm, '> ');
const thread = {
  texts: () => [OURS],
  parties: ['ada@marlow-bicycles.example', 'hello@northlight.example'],
};
const words = (text: string) => ownWords(text, thread);

describe('what a customer writes stays', () => {
  test.each([
    'Please answer bob@designs.example, he is there from 9:00:\nhe knows all.',
    'Event:\nDate: May 3, 2027\nTo: everyone\nSubject: Our spring sale\n\nBring your bike!',
    '-----Original text for the page-----\nWe fix bikes since 1924.',
    'Text for the page:\n--\nWe fix bikes.\n--\nWe sell bikes.\n--\nCall us.',
  ])('%s', (text) => {
    expect(words(text)).toMatchObject({ text, hasMore: false });
    expect(words(`${text}\n\n${HEAD}${OURS}`)).toMatchObject({ text });
  });

  test('a text that they cite from elsewhere', () => {
    expect(words('Hello.\n\n> Paint it red.')).toMatchObject({ text: 'Hello.\n\nPaint it red.' });
    expect(words('Put this on the page:\n\n> Best shop in Ohio.\n> We love it.\n\nThanks').text).toBe(
      'Put this on the page:\n\nBest shop in Ohio.\nWe love it.\n\nThanks',
    );
  });

  test.each(['I have 2 wishes', 'In 2026 we open', 'Meet at 10:30', 'Budget 500 dollars'])(
    'a line right above the quote: %s',
    (line) => {
      for (const head of [
        'Northlight wrote:',
        `${NORTHLIGHT} wrote:`,
        'On Sat, Nov 21, 2026 Northlight wrote:',
      ])
        expect(words(`${line}\n${head}\n${QUOTE}`)).toMatchObject({ text: line, hasMore: false });
    },
  );

  test('the answer of somebody else, and not our email below it', () => {
    const bob =
      'From: Bob <bob@designs.example>\nSent: Nov 23, 2026\nTo: Ada\nSubject: x\n\nThe green is #1a1.';
    expect(words(`See below.\n\n${bob}\n\n${HEAD}${OURS}`)).toMatchObject({
      text: `See below.\n\n${bob}`,
      hasMore: false,
    });
  });

  test('quoted lines alone, if the subject says that they are forwarded', () => {
    const forward = { ...thread, isForward: true };
    expect(ownWords('> The green is #1a1.', forward).text).toBe('The green is #1a1.');
    expect(ownWords('On Nov 23, 2026 Bob wrote:\n> The green is #1a1.', forward).text).toContain('#1a1');
  });
});

describe('what is left out is told', () => {
  test.each([
    ['a quote of something unknown', `On Nov 20, 2026 at 9:00 ${NORTHLIGHT} wrote:\n> Paint it red.`],
    ['a quote of somebody', 'On Nov 23, 2026 at 9:00 my brother wrote:\n\nUse the old sign.'],
    [
      'a quote of a stranger',
      'On Nov 23, 2026 at 9:12 Bob <bob@designs.example> wrote:\n\nThe green is #1a1.',
    ],
    ['words within a header', HEAD.replace('Sent', 'I want it in red\nSent') + OURS],
    ['a sentence in the signature', '-- \nAda\nMarlow Bicycles\n\nPS: use the red logo instead, please!'],
    ['words in the signature', '--\nMake it red'],
    [
      'a forward without an address',
      'Begin forwarded message:\n\n> From: Bob\n> Date: May 3\n> To: Ada\n>\n> Red.',
    ],
  ])('%s', (_what, text) => {
    const { text: own, hasMore } = words(`Hello.\n\n${text}`);
    expect(hasMore || own.endsWith('Red.')).toBe(true);
  });
});

test.each([
  'Sent with Proton Mail secure email.',
  'Sent via Superhuman ( https://sprh.mn/?vip=ada )',
  'Verstuurd vanaf mijn iPhone',
  'Wysłane z iPhone’a',
  'Lähetetty iPhonesta',
  'Отправлено с iPhone',
])('a line of a program is left out: %s', (line) => {
  expect(words(`Blue.\n\n${line}`).text).toBe('Blue.');
});

test.each([
  ['<p>Ada</p>', '\n\nPS: the new sign', 'sign.png', true],
  ['', '\n\nHere is our logo:', 'logo.png', true],
  ['', ' ', 'signature.png', true],
  ['', '\nMarlow Bicycles\n(555) 010-1234', 'logo.png', false],
])('a picture below the name is left out only with a signature (%#)', (_html, below, name, isTold) => {
  const plain = `The blue one.\n\nAda${below}\n[cid:p]`;
  const body = { plain, shown: plain, files: [], others: [{ name, cid: 'p', reason: '' }] };
  expect(messageOf(body, { name: 'Ada Marlow' }).text.includes(name)).toBe(isTold);
});

test('the cells of a table stay apart', async () => {
  const textContent =
    '<table><tr><td>Hours</td><td>9 to 5</td></tr><tr><th>Color</th><td>blue</td></tr></table>';
  const part: Part = { contentType: 'text/html', textContent, children: [] };
  expect((await textOfParts(part)).plain).toMatch(/^Hours +9 to 5\s*\nColor +blue\s*$/);
});

test.each([
  'A message that you sent has not yet been delivered. Delivery attempts will continue for some time.',
  'It could not be delivered yet. We will keep trying for 3 days.',
])('a delay whose subject does not say so is no failure: %s', async (text) => {
  const head = { subject: 'Message status - undelivered', isDaemon: true };
  expect(await bounceOf(Readable.from([Buffer.from(`Subject: x\r\n\r\n${text}`)]), head)).toBeNull();
});
