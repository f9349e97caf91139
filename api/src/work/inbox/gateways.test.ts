import { expect, test, vi } from 'vitest';
import { ADA, aBounce, aReply, anyEmail, withOtherId } from '../../../test/imap/emails.ts';
import { GATEWAYS, type Gateway } from '../../../test/imap/gateways.ts';
import { quoteWithInbox, SENT, shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';

const logo = { filename: 'logo.png', content: Buffer.from(aPng()) };
const UNCONFIRMED = '[The sender of this email isn’t confirmed.]';

test.each(Object.keys(GATEWAYS) as Gateway[])(
  'a reply that comes through %s arrives, with its file',
  async (name) => {
    const { app, imap, email, page, texts, leftOut, allRead, receive, orderNumber } = await shopWithInbox();
    imap.state.gateway = name;
    imap.deliver(await aReply(email, { attachments: [logo] }));
    // What the shop and the studio send comes back to them, too.
    imap.deliver(await aReply(email, { from: imap.inbox.user, to: ADA, text: 'Our own words' }));
    for (const notice of [email, ...(await app.businessEmails())])
      imap.deliver(
        await anyEmail({
          ...notice,
          headers: { 'Auto-Submitted': 'auto-generated' },
          references: (await withOtherId(notice)).references,
        }),
      );
    await allRead();
    expect(await page()).toMatchObject({
      messages: [{ isFromStudio: false, text: 'Please use the blue one.\n\n[See files: logo.png]' }],
      files: [{ name: 'logo.png', isFromStudio: false }],
    });
    expect(await leftOut()).toEqual([]);
    // A number in the subject is no proof here either.
    await receive(
      await anyEmail({ from: ADA, to: imap.inbox.user, subject: orderNumber, text: 'New words' }),
    );
    expect((await texts())[1]).toBe(`New words\n\n${UNCONFIRMED}`);
  },
);

test('a customer who gets a copy and has a Reply-To is the customer', async () => {
  const { email, receive, texts } = await shopWithInbox();
  await receive(await aReply(email, { cc: ADA, replyTo: 'office@marlow-bicycles.example' }));
  expect(await texts()).toEqual(['Please use the blue one.']);
});

test('a stranger who writes through a group is named by their own address', async () => {
  const { imap, email, receive, texts, leftOut } = await shopWithInbox();
  imap.state.gateway = 'a Google Group with its own From';
  await receive(await aReply(email, { from: 'Eve <eve@elsewhere.example>' }));
  expect(await texts()).toEqual([]);
  expect(await leftOut()).toEqual([
    'An email from eve@elsewhere.example was left out, because it isn’t from the customer’s address. It is in the mailbox.',
  ]);
});

test('a group that hides who wrote an answer is told', async () => {
  const { imap, email, receive, leftOut } = await shopWithInbox();
  const { user } = imap.inbox;
  const list = `List-Id: <hello.northlight.example>\r\nTo: ${user}\r\n`;
  await receive(`From: Hello <${user}>\r\n${list}In-Reply-To: ${email.messageId}\r\n\r\nThe blue one.`);
  expect((await leftOut())[0]).toContain('its sender can’t be read');
});

test('a service that replaces Message-IDs keeps what proves a reply, and what names a returned email', async () => {
  const { email: sent, receive, page, statusOfEmail } = await shopWithInbox();
  const email = await withOtherId(sent);
  await receive(await aReply(email, { subject: 'Hello', attachments: [logo] }));
  expect(await page()).toMatchObject({
    messages: [{ text: 'Please use the blue one.\n\n[See files: logo.png]' }],
    files: [{ name: 'logo.png' }],
  });
  await receive(aBounce(email));
  expect(await statusOfEmail()).toBe('given-up');
});

test.each([
  ['text/rfc822-headers', '4.4.1'],
  ['message/rfc822', '4.4.7'],
  ['message/rfc822-headers', '4.2.2'],
  ['message/global-headers; charset=utf-8', '5.1.1'],
  ['message/global', '4.0.0'],
])(
  'an email that a server gave up on is returned: the original as %s, status %s',
  async (original, status) => {
    const { email, receive, statusOfEmail } = await shopWithInbox();
    await receive(aBounce(email, { action: 'delayed', status, original }));
    expect(await statusOfEmail()).toBe('sent');
    await receive(aBounce(email, { action: 'failed', status, original }));
    expect(await statusOfEmail()).toBe('given-up');
  },
);

test.each([76, 998])('the original may be encoded in lines of %i letters', async (width) => {
  const { email, receive, statusOfEmail } = await shopWithInbox();
  const encoded = (head: string) => {
    const lines =
      Buffer.from(head)
        .toString('base64')
        .match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    return ['Content-Transfer-Encoding: base64', '', ...lines, '', '--B0UNCE--'].join('\r\n');
  };
  await receive(
    aBounce(email, { status: '4.4.7', original: 'message/global-headers' }).replace(
      /(?<=global-headers\r\n)\r\n([^]*)--B0UNCE--/,
      (_, head: string) => encoded(head),
    ),
  );
  expect(await statusOfEmail()).toBe('given-up');
});

test('the files of an email whose sender isn’t confirmed are only named', async () => {
  const { email, orderNumber, receive, texts, page, see } = await shopWithInbox();
  await receive(
    await anyEmail({ from: ADA, to: email.replyTo, subject: orderNumber, text: 'Look', attachments: [logo] }),
  );
  expect(await texts()).toEqual([`Look\n\n${UNCONFIRMED}\n\n[Only in the email: logo.png]`]);
  expect((await page()).files).toEqual([]);
  expect((await see()).files ?? []).toEqual([]);
});

test.each([
  [
    'the number in the subject',
    { subject: 'Re: Your quote Q-1001', inReplyTo: '<x@ses>', references: '<x@ses>' },
    true,
  ],
  ['what the service keeps', { subject: 'Hello' }, false],
])('a reply to a quote that lost its Message-ID arrives by %s', async (_by, changes, isClaimed) => {
  const { email, receive, read } = await quoteWithInbox();
  await receive(await aReply(await withOtherId(email), { text: 'Is the map included?', ...changes }));
  expect((await read()).messages).toMatchObject([
    { text: `Is the map included?${isClaimed ? `\n\n${UNCONFIRMED}` : ''}`, isFromStudio: false },
  ]);
});

test.each([
  ['ada+studio@gmail.com', 'ada@gmail.com'],
  ['ada.marlow@googlemail.com', 'adamarlow+x@gmail.com'],
  ['ada+bikes@marlow-bicycles.example', 'Ada@Marlow-Bicycles.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
])('an order of %s is answered from %s', async (ordered, from) => {
  const { imap, email, allRead, see, texts } = await shopWithInbox(ordered);
  imap.deliver(await aReply(email, { from }));
  imap.deliver(await aReply(email, { from: imap.inbox.user, to: from, text: 'Done!' }), SENT);
  imap.hangUp();
  await allRead();
  await vi.waitFor(async () => expect((await see()).conversation).toHaveLength(2), SOON);
  expect(await texts()).toEqual(expect.arrayContaining(['Please use the blue one.', 'Done!']));
});
