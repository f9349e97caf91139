import { expect, onTestFinished, vi } from 'vitest';
import { folderState } from '../../src/db/upkeep-store.ts';
import { startInbox } from '../../src/work/inbox/mailbox.ts';
import { UNTIL } from '../until.ts';
import { aDraft } from '../fixtures/factories.ts';
import { shopWithOrder } from '../shop/upload-steps.ts';
import { ADA } from './emails.ts';
import { startFakeImap } from './fake-imap.ts';

export const SENT = 'Sent Items';
export const SOON = UNTIL;

/** A shop that reads a mailbox, with one order and the first email about it. */
export async function shopWithInbox(address = ADA) {
  const imap = await startFakeImap();
  const shop = await shopWithOrder({ env: { inbox: imap.inbox } }, aDraft({ email: address }));
  const { app, query, orderNumber, admin } = shop;
  const email =
    (await app.sentEmails()).find(({ to }) => to === address) ?? expect.fail('no email to the customer');
  let inbox = startInbox(app.context);
  const stop = async () => inbox?.stop();
  onTestFinished(stop);
  const isRead = (name: string) => {
    const last = (imap.folders[name]?.uidNext ?? 0) - 1;
    expect(folderState(app.db, name)?.lastUid).toBe(last);
  };
  for (const name of [SENT, 'INBOX']) await vi.waitFor(() => isRead(name), SOON);
  return {
    ...shop,
    imap,
    email,
    stop,
    restart: () => {
      inbox = startInbox(app.context);
    },
    page: async () => (await app.get(`/api/order${query}`)).body,
    see: async () => (await app.get(`/api/json/cases/${orderNumber}`, admin)).body,
    /** Waits until the shop has read everything in the inbox. */
    allRead: () => vi.waitFor(() => isRead('INBOX'), SOON),
  };
}
