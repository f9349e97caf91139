import { expect, test, vi } from 'vitest';
import { ADA, aBounce, anyEmail, aReply } from '../../../test/imap/emails.ts';
import { SENT, shopWithInbox, SOON } from '../../../test/imap/shop-with-inbox.ts';
import { aPng } from '../../../test/shop/upload-steps.ts';

test('a reply with an attachment and our quote becomes a message and a file within five seconds, once', async () => {
  const { app, imap, email, page, see, stop, restart, allRead } = await shopWithInbox();
  const reply = await aReply(email, {
    attachments: [{ filename: 'logo.png', content: Buffer.from(aPng()) }],
  });
  const sentAt = performance.now();
  imap.deliver(reply);
  await vi.waitFor(async () => expect((await page()).messages).toHaveLength(1), SOON);
  expect(performance.now() - sentAt).toBeLessThan(5_000);
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

test('what the studio answers from its own mail program appears, and the customer gets no second email', async () => {
  const { app, imap, email, page, see } = await shopWithInbox();
  const before = (await app.sentEmails()).length;
  const answer = {
    from: 'Northlight <hello@northlight.example>',
    subject: 'Re: Re: your order',
    text: 'Done!\n\n> Please',
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
