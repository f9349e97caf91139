import type { MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import { perDatabase } from '../../db/prepared.ts';
import { waitsForOldMachine } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Newsletter } from '../../messages/newsletter/newsletter.ts';
import { retryPolicyOf } from '../../messages/outbox/delivery-error.ts';
import type { Saved } from './save-submission.ts';
import type { VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';
import type { ListedTable } from './submission-store.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { WorkContext } from '../context.ts';

type Row = WebsiteRow | VoiceRow;
export type Joiner = { firstName: string; lastName: string; tag: string };

/** The request itself calls Mailchimp first. The outbox takes over only after a failure or a crash. */
const HANDS_OFF_MS = 60_000;
const FIRST_RETRY_MS = 5_000;

/** Suspected spam, and its resend, gets the usual answer but is not subscribed. */
const NOT_ASKED: MailchimpStatus = 'subscribed';

/** Calls to Mailchimp in progress, by outbox key. */
const inFlight = perDatabase(() => new Map<string, Promise<MailchimpStatus>>());

/** Queues the sender of a form for the mailing list. Call it in the transaction that stores the form. */
export function queueNewsletter({ db, newsletter, now }: WorkContext, row: Row, joiner: Joiner): void {
  if (!newsletter) return;
  const time = now();
  outboxStore.add(
    db,
    {
      kind: 'newsletter',
      key: keyOf(row, joiner),
      orderNumber: row.orderNumber,
      recipient: row.email,
      payload: joiner,
    },
    time,
    new Date(time.getTime() + HANDS_OFF_MS),
  );
}

/** Calls Mailchimp for at most 3 seconds. A resend gets the result of the first call. No failure here affects the form. */
export async function joinNewsletter<R extends Row>(
  context: WorkContext,
  table: ListedTable<R>,
  { row, isRepeat, isSuspect }: Saved<R>,
  joiner: Joiner,
): Promise<MailchimpStatus> {
  const { db, newsletter } = context;
  if (!newsletter) return 'not_configured';
  if (isSuspect) return NOT_ASKED;
  // The outbox asks later.
  if (waitsForOldMachine(db)) return 'failed';
  const key = keyOf(row, joiner);
  const calls = inFlight(db);
  if (isRepeat) return row.mailchimpStatus ?? (await calls.get(key)) ?? NOT_ASKED;
  const asking = ask(context, newsletter, row, joiner).then(async (status) => {
    await inTransaction(db, () => table.recordMailchimpStatus(db, row.id, status));
    return status;
  });
  calls.set(key, asking);
  return asking.finally(() => calls.delete(key));
}

async function ask(
  { db, now, log }: WorkContext,
  newsletter: Newsletter,
  row: Row,
  joiner: Joiner,
): Promise<MailchimpStatus> {
  const key = keyOf(row, joiner);
  try {
    const status = await newsletter.subscribe({ email: row.email, ...joiner });
    await outboxStore.record(db, key, { status: 'sent', lastError: null, sent: null }, now());
    return status;
  } catch (thrown) {
    const lastError = thrown instanceof Error ? thrown.message : String(thrown);
    const isFinal = retryPolicyOf(thrown) === 'final';
    log.warn({ orderNumber: row.orderNumber, reason: lastError, isFinal }, 'mailing list signup failed');
    const nextAttemptAt = new Date(now().getTime() + FIRST_RETRY_MS);
    await outboxStore.record(
      db,
      key,
      isFinal
        ? { status: 'given-up', lastError }
        : { status: 'waiting', lastError, nextAttemptAt, attempts: 1 },
      now(),
    );
    return 'failed';
  }
}

const keyOf = (row: Row, { tag }: Joiner): string => `newsletter:${tag}:${row.orderNumber}:${row.id}`;
