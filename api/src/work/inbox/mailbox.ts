import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { InboxSettings } from '../../base/settings/inbox-settings.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import { folderState, keepFolderState } from '../../db/upkeep-store.ts';
import { waitsForOldMachine } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import type { WorkContext } from '../context.ts';
import { mailToken, type TokenSource } from '../../messages/mail/mail-token.ts';
import { openMailbox } from '../../messages/mail/open-mailbox.ts';
import { readHead } from './read-head.ts';
import { takeEmail, tellUnread, type Incoming } from './take-email.ts';

/** The server tells at once what arrives in the inbox. The folder of sent emails is looked at this often. */
const LOOK_EVERY_MS = 30 * SECOND_MS;
const CONNECT_WITHIN_MS = 30 * SECOND_MS;
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = MINUTE_MS;
/** Some servers lock a mailbox after many wrong passwords. */
const AFTER_LOGIN_FAILED_MS = 5 * MINUTE_MS;
/** A header is rarely longer than 10 KB. */
const HEAD_BYTES = 64 * 1024;
/** An email that fails this often by itself would hold up all others. */
const MOST_TRIES = 3;

type Folder = { path: string; isSent: boolean };

/** Logs in and opens the folder, without reading an email. Rejects with a reason for people. */
export async function checkInboxLogin(
  inbox: InboxSettings,
  withinMs: number,
  token?: TokenSource,
): Promise<void> {
  const client = await openMailbox(inbox, withinMs, token);
  try {
    await client.mailboxOpen(inbox.folder, { readOnly: true });
  } finally {
    client.close();
  }
}

/**
 * Reads replies to the shop's emails as they arrive, and what the studio answers. It changes nothing in the mailbox.
 * After a failure it connects again. Null if no mailbox is set, or if it waits.
 */
export function startInbox(context: WorkContext): { stop: () => Promise<void> } | null {
  const { inbox } = context.settings;
  if (!inbox || waitsForOldMachine(context.db)) return null;
  const ending = new AbortController();
  const running = keepReading(context, inbox, ending.signal);
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

async function keepReading(context: WorkContext, inbox: InboxSettings, ending: AbortSignal): Promise<void> {
  let failures = 0;
  while (!ending.aborted) {
    try {
      await readUntilClosed({ context, inbox, ending }, () => (failures = 0));
    } catch (error) {
      if (ending.aborted) return;
      failures += 1;
      const reason = reasonOf(error);
      // Once, because an outage would fill the log.
      if (failures === 1) context.log.warn({ reason }, 'cannot read the mailbox; will retry');
      // The database may be what fails.
      await recordResult(context, reason).catch(() => {});
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
      await delay(isLoginFailure(error) ? AFTER_LOGIN_FAILED_MS : wait, null, { signal: ending }).catch(
        () => {},
      );
    }
  }
}

type Reader = { context: WorkContext; inbox: InboxSettings; ending: AbortSignal };

async function readUntilClosed(reader: Reader, onSuccess: () => void): Promise<void> {
  const { context, inbox, ending } = reader;
  const client = await openMailbox(inbox, CONNECT_WITHIN_MS, mailToken(context, 'replies'));
  let hasNews = false;
  let wake = () => {};
  client.on('exists', () => {
    hasNews = true;
    wake();
  });
  client.on('close', () => wake());
  const close = () => client.close();
  ending.addEventListener('abort', close);
  try {
    const sent = (await client.list()).find(({ specialUse }) => specialUse === '\\Sent');
    for (let isFirst = true; !ending.aborted; isFirst = false) {
      if (sent) await readFolder(reader, client, { path: sent.path, isSent: true });
      hasNews = false;
      await readFolder(reader, client, { path: inbox.folder, isSent: false });
      if (isFirst) await recordResult(context, null);
      onSuccess();
      const endsAt = Date.now() + LOOK_EVERY_MS;
      for (let left = LOOK_EVERY_MS; left > 0; left = endsAt - Date.now()) {
        if (!hasNews && client.usable)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, left);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        if (!client.usable) throw new Error('The server closed the connection.');
        if (!hasNews) continue;
        hasNews = false;
        await readNew(reader, client, { path: inbox.folder, isSent: false });
      }
    }
  } finally {
    ending.removeEventListener('abort', close);
    client.close();
  }
}

async function readFolder(reader: Reader, client: ImapFlow, folder: Folder): Promise<void> {
  await client.mailboxOpen(folder.path, { readOnly: true });
  await readNew(reader, client, folder);
}

/** Reads what came since the last time, each email once. The first time, only notes where to begin. */
async function readNew({ context }: Reader, client: ImapFlow, folder: Folder): Promise<void> {
  const { db, now } = context;
  const { mailbox } = client;
  if (!mailbox) throw new Error('The folder is not open.');
  const uidValidity = Number(mailbox.uidValidity);
  const keep = (lastUid: number): void =>
    keepFolderState(db, { folder: folder.path, uidValidity, lastUid, readAt: now() });
  const before = folderState(db, folder.path);
  if (!before) return inTransaction(db, () => keep(mailbox.uidNext - 1));
  const isSame = before.uidValidity === uidValidity;
  // With new numbers, what was read before comes again. Its keys keep it from being stored twice.
  const range = isSame
    ? { uid: `${before.lastUid + 1}:*` }
    : { since: new Date(before.readAt.getTime() - DAY_MS) };
  const found = (await client.search(range, { uid: true })) || [];
  // The range always has the last email in it.
  const uids = found.filter((uid) => !isSame || uid > before.lastUid).toSorted((a, b) => a - b);
  let isKept = isSame;
  for (const uid of uids) isKept = await readOne(context, client, { ...folder, uid }, () => keep(uid));
  // What brings nothing needs no commit of its own.
  if (!isKept) await inTransaction(db, () => keep(uids.at(-1) ?? mailbox.uidNext - 1));
}

/** Whether an email itself is the cause, not the connection, the disk, or the database. */
const isItsOwn = (client: ImapFlow, error: unknown): boolean =>
  client.usable && !/^(SQLITE|E[A-Z]+$)/.test(String(Object(error).code));

/** Returns whether it brought something, and so was marked as read. */
async function readOne(
  context: WorkContext,
  client: ImapFlow,
  { isSent, uid }: Folder & { uid: number },
  mark: () => void,
): Promise<boolean> {
  const part = { uid: true, size: true, source: { start: 0, maxLength: HEAD_BYTES } };
  const found = await client.fetchOne(String(uid), part, { uid: true });
  // Somebody deleted it meanwhile.
  if (!found || !found.source) return false;
  const download = async (most: number): Promise<Readable> => {
    const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: most });
    if (!content) throw new Error('The email was deleted meanwhile.');
    return content;
  };
  const head = await readHead(found.source);
  const email: Incoming = { head, size: found.size ?? Infinity, isSent, download };
  for (let tries = 1; ; tries += 1) {
    try {
      return await takeEmail(context, email, mark);
    } catch (error) {
      if (!isItsOwn(client, error)) throw error;
      if (tries < MOST_TRIES) continue;
      context.log.error({ err: error, uid }, 'an email could not be read and is left out');
      return tellUnread(context, email, mark);
    }
  }
}

const recordResult = ({ db, now }: WorkContext, failure: string | null): Promise<void> =>
  inTransaction(db, () => upkeepStore.record(db, 'inbox', failure, now()));

type Fault = { authenticationFailed?: unknown; responseText?: unknown };
export const isLoginFailure = (error: unknown): boolean =>
  (error as Fault | null)?.authenticationFailed === true;

/** What the server said, or else what happened. */
export function reasonOf(error: unknown): string {
  const { responseText } = Object(error) as Fault;
  if (typeof responseText === 'string' && responseText) return responseText;
  return error instanceof Error ? error.message : String(error);
}
