import { expect, onTestFinished, test, vi } from 'vitest';
import { hasDovecot, startDovecot } from '../../../test/imap/dovecot.ts';
import { ADA, aBounce, anyEmail, aReply } from '../../../test/imap/emails.ts';
import { SOON } from '../../../test/imap/shop-with-inbox.ts';
import { aPng, shopWithOrder } from '../../../test/shop/upload-steps.ts';
import { mailFolders } from '../../db/schema/server.ts';
import { checkInboxLogin, startInbox } from './mailbox.ts';

/** `apt-get install dovecot-imapd` to run it. The other tests of this folder use a small server of our own. */
test.skipIf(!hasDovecot)(
  'a real IMAP server: replies, answers, and a bounce arrive once, and nothing in the mailbox changes',
  async () => {
    const dovecot = await startDovecot();
    const { inbox } = dovecot;
    await vi.waitFor(() => checkInboxLogin(inbox, 2_000), SOON);
    await expect(checkInboxLogin({ ...inbox, password: 'wrong' }, 10_000)).rejects.toMatchObject({
      authenticationFailed: true,
    });
    const { app, page } = await shopWithOrder({ env: { inbox } });
    const email =
      (await app.sentEmails()).find(({ to }) => to === ADA) ?? expect.fail('no email to the customer');
    const before = await aReply(email, { text: 'Before the shop read the mailbox' });
    dovecot.deliver(before);
    let running = startInbox(app.context);
    onTestFinished(async () => running?.stop());
    const states = () => app.db.select().from(mailFolders).all();
    await vi.waitFor(() => expect(states()).toHaveLength(2), SOON);

    const content = Buffer.from(aPng(64));
    dovecot.deliver(
      await anyEmail({
        from: 'friend@elsewhere.example',
        to: email.replyTo,
        subject: 'Lunch?',
        text: 'At noon?',
      }),
    );
    dovecot.deliver(
      await aReply(email, {
        attachments: [
          { filename: 'logo.png', content },
          { filename: 'a.pdf.exe', content: 'MZ\0' },
        ],
      }),
    );
    await vi.waitFor(async () => expect((await page()).messages).toHaveLength(1), SOON);
    dovecot.deliver(aBounce(email));
    dovecot.deliver(
      await aReply(email, {
        text: 'large',
        attachments: [{ filename: 'large.bin', content: Buffer.alloc(22 * 1024 * 1024) }],
      }),
    );
    dovecot.deliver(await aReply(email, { from: inbox.user, to: ADA, text: 'Done' }), 'Sent');
    await running?.stop();
    running = startInbox(app.context);
    await vi.waitFor(async () => expect((await page()).messages).toHaveLength(2), SOON);
    await vi.waitFor(() => expect(states()).toMatchObject([{ lastUid: 1 }, { lastUid: 5 }]), SOON);
    const { messages, files } = await page();
    expect(messages).toMatchObject([
      {
        isFromStudio: false,
        text: expect.stringMatching(
          /^Please use the blue one\.\n\n\[See files: logo\.png\]\n\n\[Only in the email: a\.pdf\.exe\. /,
        ),
      },
      { isFromStudio: true, text: 'Done' },
    ]);
    expect(files).toMatchObject([{ name: 'logo.png', mediaType: 'image/png', size: content.length }]);
    expect(dovecot.fetch('flags')).toHaveLength(5);
    expect([...dovecot.fetch('flags'), ...dovecot.fetch('flags', 'Sent')].join(' ')).not.toMatch(
      /Seen|Deleted|Answered|Flagged/,
    );
  },
);
