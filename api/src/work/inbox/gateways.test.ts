import { expect, onTestFinished, test, vi } from 'vitest';
import { ADA, aBounce, aReply, anyEmail, withOtherId } from '../../../test/imap/emails.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { GATEWAYS, type Gateway } from '../../../test/imap/gateways.ts';
import { SENT, shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';
import { folderState } from '../../db/upkeep-store.ts';
import { startInbox } from './mailbox.ts';

const logo = { filename: 'logo.png', content: Buffer.from(aPng()) };
const UNCONFIRMED = '[The sender of this email isn’t confirmed.]';

type Shop = Awaited<ReturnType<typeof shopWithInbox>>;
const textsOf = async ({ page }: Shop): Promise<string[]> =>
  (await page()).messages.map(({ text }: { text: string }) => text);
const eventsOf = async ({ see }: Shop, kind = 'left-out'): Promise<string[]> =>
  (await see()).timeline.flatMap((entry: Record<string, string>) =>
    entry['kind'] === kind && entry['text']?.includes('left out') ? entry['text'] : [],
  );

test.each(Object.keys(GATEWAYS) as Gateway[])(
  'a reply that comes through %s arrives, with its file',
  async (name) => {
    const shop = await shopWithInbox();
    const { app, imap, email, page, allRead, orderNumber } = shop;
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
    expect([...(await eventsOf(shop)), ...(await eventsOf(shop, 'message'))]).toEqual([]);
    // A number in the subject is no proof here either.
    imap.deliver(await anyEmail({ from: ADA, to: imap.inbox.user, subject: orderNumber, text: 'New words' }));
    await allRead();
    expect((await textsOf(shop))[1]).toBe(`New words\n\n${UNCONFIRMED}`);
  },
);

test('a customer who gets a copy and has a Reply-To is the customer', async () => {
  const shop = await shopWithInbox();
  shop.imap.deliver(await aReply(shop.email, { cc: ADA, replyTo: 'office@marlow-bicycles.example' }));
  await shop.allRead();
  expect(await textsOf(shop)).toEqual(['Please use the blue one.']);
});

test('a stranger who writes through a group is named by their own address', async () => {
  const shop = await shopWithInbox();
  shop.imap.state.gateway = 'a Google Group with its own From';
  shop.imap.deliver(await aReply(shop.email, { from: 'Eve <eve@elsewhere.example>' }));
  await shop.allRead();
  expect(await textsOf(shop)).toEqual([]);
  expect(await eventsOf(shop)).toEqual([
    'An email from eve@elsewhere.example was left out, because it isn’t from the customer’s address. It is in the mailbox.',
  ]);
});

test('a group that hides who wrote an answer is told', async () => {
  const shop = await shopWithInbox();
  const list = `List-Id: <hello.northlight.example>\r\nTo: ${shop.imap.inbox.user}\r\n`;
  shop.imap.deliver(
    `From: Hello <${shop.imap.inbox.user}>\r\n${list}In-Reply-To: ${shop.email.messageId}\r\n\r\nThe blue one.`,
  );
  await shop.allRead();
  expect((await eventsOf(shop))[0]).toContain('its sender can’t be read');
});

test('a service that replaces Message-IDs keeps what proves a reply, and what names a returned email', async () => {
  const shop = await shopWithInbox();
  const { imap, allRead, page, see } = shop;
  const email = await withOtherId(shop.email);
  imap.deliver(await aReply(email, { subject: 'Hello', attachments: [logo] }));
  await allRead();
  expect(await page()).toMatchObject({
    messages: [{ text: 'Please use the blue one.\n\n[See files: logo.png]' }],
    files: [{ name: 'logo.png' }],
  });
  imap.deliver(aBounce(email));
  await allRead();
  const sent = (await see()).messages.find(({ recipient }: { recipient: string }) => recipient === ADA);
  expect(sent.status).toBe('given-up');
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
    const { imap, email, allRead, see } = await shopWithInbox();
    const statusNow = async () =>
      (await see()).messages.find(({ recipient }: { recipient: string }) => recipient === ADA).status;
    imap.deliver(aBounce(email, { action: 'delayed', status, original }));
    await allRead();
    expect(await statusNow()).toBe('sent');
    imap.deliver(aBounce(email, { action: 'failed', status, original }));
    await allRead();
    expect(await statusNow()).toBe('given-up');
  },
);

test.each([76, 998])('the original may be encoded in lines of %i letters', async (width) => {
  const { imap, email, allRead, see } = await shopWithInbox();
  const encoded = (head: string) => {
    const lines =
      Buffer.from(head)
        .toString('base64')
        .match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    return ['Content-Transfer-Encoding: base64', '', ...lines, '', '--B0UNCE--'].join('\r\n');
  };
  imap.deliver(
    aBounce(email, { status: '4.4.7', original: 'message/global-headers' }).replace(
      /(?<=global-headers\r\n)\r\n([^]*)--B0UNCE--/,
      (_, head: string) => encoded(head),
    ),
  );
  await allRead();
  const sent = (await see()).messages.find(({ recipient }: { recipient: string }) => recipient === ADA);
  expect(sent.status).toBe('given-up');
});

test('the files of an email whose sender isn’t confirmed are only named', async () => {
  const shop = await shopWithInbox();
  const { imap, email, orderNumber, allRead, page, see } = shop;
  imap.deliver(
    await anyEmail({ from: ADA, to: email.replyTo, subject: orderNumber, text: 'Look', attachments: [logo] }),
  );
  await allRead();
  expect(await textsOf(shop)).toEqual([`Look\n\n${UNCONFIRMED}\n\n[Only in the email: logo.png]`]);
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
  const imap = await startFakeImap();
  const { app, write, read } = await openQuotes(await startTestApp({ env: { inbox: imap.inbox } }));
  await write();
  const email = (await app.sentEmails()).find(({ to }) => to === ADA) ?? expect.fail('no quote');
  const inbox = startInbox(app.context);
  onTestFinished(async () => inbox?.stop());
  await vi.waitFor(() => expect(folderState(app.db, 'INBOX')).toBeDefined(), SOON);
  imap.deliver(await aReply(await withOtherId(email), { text: 'Is the map included?', ...changes }));
  await vi.waitFor(() => expect(folderState(app.db, 'INBOX')?.lastUid).toBe(1), SOON);
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
  const shop = await shopWithInbox(ordered);
  const { imap, email, allRead, see } = shop;
  imap.deliver(await aReply(email, { from }));
  imap.deliver(await aReply(email, { from: imap.inbox.user, to: from, text: 'Done!' }), SENT);
  imap.hangUp();
  await allRead();
  await vi.waitFor(async () => expect((await see()).conversation).toHaveLength(2), SOON);
  expect(await textsOf(shop)).toEqual(expect.arrayContaining(['Please use the blue one.', 'Done!']));
});
