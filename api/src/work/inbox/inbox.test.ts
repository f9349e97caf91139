import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { ADA, aBounce, anyEmail, aReply } from '../../../test/imap/emails.ts';
import { startFakeImap } from '../../../test/imap/fake-imap.ts';
import { SENT, shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';
import { folderState } from '../../db/upkeep-store.ts';
import { checkInboxLogin, startInbox } from './mailbox.ts';

const EVE = 'eve@elsewhere.example';

test('a reply with an attachment and our quote becomes a message and a file, once', async () => {
  const { app, imap, email, page, see, stop, restart, allRead } = await shopWithInbox();
  const reply = await aReply(email, {
    attachments: [{ filename: 'logo.png', content: Buffer.from(aPng()) }],
  });
  imap.deliver(reply);
  await vi.waitFor(async () => expect((await page()).messages).toHaveLength(1), SOON);
  // The same email again, by another way, and the whole folder with new numbers.
  imap.deliver(reply);
  await allRead();
  await stop();
  if (imap.folders['INBOX']) imap.folders['INBOX'].uidValidity += 1;
  restart();
  imap.deliver(
    await anyEmail({
      from: 'friend@elsewhere.example',
      to: email.replyTo,
      subject: 'Lunch?',
      text: 'At noon?',
    }),
  );
  await allRead();
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
  const { imap, email, page, orderNumber } = await shopWithInbox();
  imap.deliver(
    await anyEmail({ from: ADA, to: email.replyTo, subject: `Re: ${orderNumber}`, text: 'The blue one.' }),
  );
  await vi.waitFor(
    async () =>
      expect((await page()).messages).toMatchObject([
        { isFromStudio: false, text: 'The blue one.\n\n[The sender of this email isn’t confirmed.]' },
      ]),
    SOON,
  );
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
  const { app, imap, email, see, allRead, admin } = await shopWithInbox();
  imap.deliver(aBounce(email, { action: 'delayed', status: '4.4.1' }));
  imap.deliver(aBounce({ ...email, messageId: email.messageId.replace(/\.\w{32}@/, `.${'0'.repeat(32)}@`) }));
  imap.deliver(aBounce({ ...email, messageId: '<other@elsewhere.example>' }));
  await allRead();
  const first = async () =>
    (await see()).messages.find(({ recipient }: { recipient: string }) => recipient === ADA);
  expect(await first()).toMatchObject({ status: 'sent' });
  imap.deliver(aBounce(email));
  await allRead();
  const reason =
    'Returned by mail.marlow-bicycles.example: 550 5.1.1 <ada@marlow-bicycles.example>: Recipient address rejected: User unknown';
  expect(await first()).toMatchObject({ status: 'given-up', lastError: reason });
  const { unsentMessages } = (await app.get('/api/json/overview', admin)).body;
  expect(unsentMessages).toMatchObject({ count: 1, items: [{ title: ADA, detail: reason }] });
  expect((await see()).timeline).toContainEqual(
    expect.objectContaining({ text: `Order confirmation to ${ADA} came back: ${reason}` }),
  );
  expect((await see()).conversation).toEqual([]);
});

test('outages and broken connections heal by themselves; the system check says why, without the password', async () => {
  const { app, imap, email, page, admin, allRead } = await shopWithInbox();
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

  const { messages, files } = await page();
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([
    'First\n\n[See files: a.png]',
    'Second',
  ]);
  expect(files).toMatchObject([{ name: 'a.png', size: content.length }]);
});

test('a password never goes to another machine unencrypted', async () => {
  const imap = await startFakeImap();
  await expect(checkInboxLogin({ ...imap.inbox, encryption: 'starttls' }, 5_000)).rejects.toThrow(/STARTTLS/);
  await expect(checkInboxLogin({ ...imap.inbox, encryption: 'tls' }, 1_000)).rejects.toThrow();
  expect(imap.state.logins).toBe(0);
});

test('a reply to a quote becomes a question about it', async () => {
  const imap = await startFakeImap();
  const { app, write, link, read } = await openQuotes(await startTestApp({ env: { inbox: imap.inbox } }));
  await write();
  const email = (await app.sentEmails()).find(({ to }) => to === ADA) ?? expect.fail('no quote');
  const inbox = startInbox(app.context);
  onTestFinished(async () => inbox?.stop());
  await vi.waitFor(() => expect(folderState(app.db, 'INBOX')).toBeDefined(), SOON);
  const attachments = [{ filename: 'map.png', content: Buffer.from(aPng()) }];
  imap.deliver(await aReply(email, { text: 'Is the map included?', attachments }));
  imap.deliver(await aReply(email, { text: 'Mine, too?', from: EVE }));
  await vi.waitFor(() => expect(folderState(app.db, 'INBOX')?.lastUid).toBe(2), SOON);
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
  const { app, imap, orderNumber, see, page, allRead } = await shopWithInbox();
  await app.post('/api/submit-order-form', aWebsiteForm({ orderNumber, email: EVE }));
  const email = (await app.sentEmails()).find(({ to }) => to === EVE) ?? expect.fail('no email to Eve');
  imap.deliver(await aReply(email, { subject: 'Hi', text: 'I am Ada' }));
  imap.deliver(await aReply(email, { subject: 'Hi', text: 'I am Eve', from: EVE }));
  await allRead();
  expect(await page()).toMatchObject({ messages: [] });
  const told = (await see()).timeline.flatMap(({ kind, text }: Record<string, string>) =>
    kind === 'left-out' ? text : [],
  );
  expect(told).toEqual([
    `An email from ${EVE} was left out, because it isn’t from the customer’s address. It is in the mailbox.`,
    `An email from ${ADA} was left out, because its sender’s address may be forged. It is in the mailbox.`,
  ]);
});
