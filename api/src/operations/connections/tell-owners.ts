import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { MINUTE_MS } from '../../base/units.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { readShopSettings, saveShopSettings, waitsForOldMachine } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createSendMessage } from '../../email/send-message.ts';
import { smtpTransport } from '../../email/smtp-transport.ts';
import { mailToken } from '../../messages/mail/mail-token.ts';
import { retryPolicyOf } from '../../messages/outbox/delivery-error.ts';
import { queueForOwners } from '../../messages/notices.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { AppContext } from '../../money/context.ts';

/** The mail server before gets this long. After a crash, the outbox sends by the new one. */
const HANDS_OFF_MS = 6 * MINUTE_MS;
const WAITS_MS = 20_000;

/**
 * Tells every owner that a connection changes, by email, and the others on their overviews. Make it before the change: whoever enters
 * another mail server would otherwise be the only one who reads of it.
 */
export function tellOwners(context: AppContext, id: ConnectionId) {
  const { db, now, log, settings } = context;
  const before = id === 'email' && settings.smtpUrl ? { ...context, settings: { ...settings } } : null;
  let keys: string[] = [];
  return {
    /** Call it in the transaction of the change. */
    note: (version: number, news: OutboxPayload['connection']['news'], by: number): void => {
      const dueAt = before ? new Date(now().getTime() + HANDS_OFF_MS) : now();
      keys = queueForOwners(context, `connection:${id}:${version}`, { connection: id, news, by }, dueAt);
      // What is connected for the first time replaces nothing.
      if (news !== 'connected') keepOnOverviews(context, id, news, by);
    },
    /** Call it after the transaction. */
    send: async (): Promise<void> => {
      if (!before || waitsForOldMachine(db)) return;
      const sending = sendBy(before, keys).catch((error: unknown) =>
        log.warn({ err: error }, 'could not send the notice of another mail server; the outbox does'),
      );
      // Whoever saves doesn’t wait for a server that says nothing.
      await Promise.race([sending, delay(WAITS_MS, undefined, { ref: false })]);
    },
  };
}

function keepOnOverviews(
  { db, now }: AppContext,
  id: ConnectionId,
  news: 'changed' | 'disconnected',
  by: number,
): void {
  const person = adminStore.byId(db, by);
  const others = readShopSettings(db).connectionNews.filter((one) => one.id !== id);
  // Whoever did it knows. The email goes to them, too.
  const entry = { id, news, by: person ? adminStore.nameOf(person) : '', at: now().getTime(), seenBy: [by] };
  saveShopSettings(db, { connectionNews: [...others, entry] }, by, now());
}

/** What this server doesn’t take is left to the outbox, which sends by the new one at once. */
async function sendBy(context: AppContext, keys: readonly string[]): Promise<void> {
  const { db, now, log, settings } = context;
  const consent = settings.consents.email;
  // As a trial: what its login answers says nothing about the new one.
  const token = consent && mailToken(context, 'email', { ...consent });
  const transport = smtpTransport(settings.smtpUrl ?? '', token);
  const send = createSendMessage(context, transport);
  let isOut = false;
  for (const key of keys) {
    try {
      const message = outboxStore.byKey(db, key);
      if (!message) continue;
      if (isOut) throw new Error('It was not asked again.');
      const sent = await send(message);
      if (sent !== 'dropped')
        await outboxStore.record(db, key, { status: 'sent', lastError: null, sent }, now());
    } catch (error) {
      // A mailbox that is gone says nothing about those of the other owners.
      isOut ||= retryPolicyOf(error) === 'outage';
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'the mail server of before did not take the notice of another one');
      await inTransaction(db, () => outboxStore.sendAt(db, key, now()));
    }
  }
  await transport.close();
}
