import { expect, onTestFinished, vi } from 'vitest';
import { folderState } from '../../src/db/upkeep-store.ts';
import { startInbox } from '../../src/work/inbox/mailbox.ts';
import { UNTIL } from '../until.ts';
import { aDraft } from '../fixtures/factories.ts';
import { openQuotes } from '../shop/quote-steps.ts';
import { startTestApp, type TestApp } from '../shop/test-app.ts';
import { shopWithOrder } from '../shop/upload-steps.ts';
import { ADA } from './emails.ts';
import { startFakeImap } from './fake-imap.ts';

export const SENT = 'Sent Items';
export const SOON = UNTIL;

type Imap = Awaited<ReturnType<typeof startFakeImap>>;

/** The first email to the customer, and the shop as it reads its mailbox. */
async function readInbox(app: TestApp, imap: Imap, address = ADA) {
  const email =
    (await app.sentEmails()).find(({ to }) => to === address) ?? expect.fail('no email to the customer');
  let inbox = startInbox(app.context);
  const stop = async () => inbox?.stop();
  onTestFinished(stop);
  const isRead = (name: string) => {
    const last = (imap.folders[name]?.uidNext ?? 0) - 1;
    expect(folderState(app.db, name)?.lastUid).toBe(last);
  };
  const allRead = () => vi.waitFor(() => isRead('INBOX'), SOON);
  for (const name of [SENT, 'INBOX']) await vi.waitFor(() => isRead(name), SOON);
  return {
    imap,
    email,
    stop,
    restart: () => {
      inbox = startInbox(app.context);
    },
    /** Waits until the shop has read everything in the inbox. */
    allRead,
    /** Emails arrive, and the shop reads them. */
    receive: async (...sources: (Buffer | string)[]) => {
      for (const source of sources) imap.deliver(source);
      await allRead();
    },
  };
}

/** A shop that reads a mailbox, with one order and the first email about it. */
export async function shopWithInbox(address = ADA) {
  const imap = await startFakeImap();
  const shop = await shopWithOrder({ env: { inbox: imap.inbox } }, aDraft({ email: address }));
  const { page, see } = shop;
  return {
    ...shop,
    ...(await readInbox(shop.app, imap, address)),
    /** The messages of the conversation, as the customer reads them. */
    texts: async (): Promise<string[]> => (await page()).messages.map(({ text }: { text: string }) => text),
    /** What the history says about emails that are no messages, the newest first. */
    leftOut: async (): Promise<string[]> =>
      (await see()).timeline.flatMap(({ text }: { text: string }) =>
        /^(An email from|More emails) /.test(text) ? text : [],
      ),
    /** What the dashboard says about the first email. */
    statusOfEmail: async (): Promise<string> =>
      (await see()).messages.find(({ recipient }: { recipient: string }) => recipient === address).status,
  };
}

/** The same with a quote instead of an order. */
export async function quoteWithInbox() {
  const imap = await startFakeImap();
  const shop = await openQuotes(await startTestApp({ env: { inbox: imap.inbox } }));
  await shop.write();
  return { ...shop, ...(await readInbox(shop.app, imap)) };
}
