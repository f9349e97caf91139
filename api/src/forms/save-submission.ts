import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type { FormMeta } from '@northlight/shared/contracts/forms/forms.ts';
import { inTransaction } from '../db/transaction.ts';
import { matchOrder } from './match-order.ts';
import type { SubmissionRow } from '../db/schema.ts';
import type { SubmissionTable } from './submission-store.ts';
import * as orderStore from '../orders/order-store.ts';
import * as searchIndex from '../search/search-index.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

/** What every form has: the sender, the order number if any, and the fields our pages add. */
export type SentForm = FormMeta & { email: string; orderNumber?: string | undefined };

/** `isSuspect`: it looks like spam, and would be in quarantine if it did not come from the customer. */
export type Saved<Row extends SubmissionRow> = { row: Row; isRepeat: boolean; isSuspect: boolean };

type Input<Row extends SubmissionRow> = {
  form: ServiceId;
  table: SubmissionTable<Row>;
  /** The sender's name, for the dashboard's notification. */
  title: string;
  sent: SentForm;
  answers: Omit<Row, keyof SubmissionRow>;
  clientAddress: string;
  /**
   * Runs in the transaction that stores a new row, unless it is suspected spam, so its effects cannot be
   * lost.
   */
  onStored?: (row: Row) => void;
};

/**
 * Stores a form once: the same content with the same key returns the first row. A form without an order number
 * gets one. Suspected spam is stored too, in quarantine.
 */
export async function saveSubmission<Row extends SubmissionRow>(
  context: AppContext,
  { form, table, title, sent, answers, clientAddress, onStored }: Input<Row>,
): Promise<Saved<Row>> {
  const submissionKey = sent.submissionKey ?? null;
  const contentHash = hashOf({ ...answers, orderNumber: sent.orderNumber });
  await delay(context.spamCheck.arrived(clientAddress));
  const saved = await inTransaction(context.db, () => {
    const before = submissionKey && table.sentBefore(context.db, submissionKey, contentHash);
    if (before) return { row: before, isRepeat: true, isSuspect: false };
    const match = matchOrder(context, form, sent);
    const { orderMatch } = match;
    const suspicion = context.spamCheck.reasonFor(clientAddress, { ...sent, contentHash, orderMatch });
    const timestamp = context.now();
    const facts: Omit<SubmissionRow, 'id'> = {
      submissionKey,
      contentHash,
      orderNumber: sent.orderNumber ?? orderStore.takeNumber(context.db, timestamp),
      ...match,
      // Whoever knows the order's number and email address, or has its link, is its customer.
      quarantineReason: orderMatch === 'same-email' || orderMatch === 'order-link' ? null : suspicion,
      workStatus: 'new',
      timestamp,
    };
    // TypeScript cannot combine the two halves of a generic row.
    const content = { ...answers, ...facts } as unknown as Omit<Row, 'id'>;
    const row = { ...content, id: table.insert(context.db, content) } as Row;
    searchIndex.indexSubmission(context.db, form, row);
    searchIndex.refreshOrder(context.db, row.orderNumber);
    queueFormEmails(context, form, row, { email: sent.email, clientAddress, isSuspect: suspicion !== null });
    // Not by the flag on the row: the sender sees the result and could use it to test email addresses.
    if (!suspicion) onStored?.(row);
    return { row, isRepeat: false, isSuspect: suspicion !== null };
  });
  const { orderNumber, quarantineReason } = saved.row;
  if (!saved.isRepeat && !quarantineReason) {
    context.liveFeed.publish({ kind: 'submission', orderNumber, title });
    context.wakeOutbox();
  }
  return saved;
}

/** Emails the form to the business and a confirmation to its sender. Not for suspected spam. */
function queueFormEmails(
  context: AppContext,
  form: ServiceId,
  row: SubmissionRow,
  { email, clientAddress, isSuspect }: { email: string; clientAddress: string; isSuspect: boolean },
): void {
  const { db, settings, limits, now } = context;
  const { id, orderNumber, quarantineReason } = row;
  if (quarantineReason) return;
  outboxStore.add(
    db,
    {
      kind: 'new-submission',
      key: `new-submission:${form}:${orderNumber}:${id}`,
      orderNumber,
      payload: { form, submissionId: id },
      recipient: settings.business.email,
    },
    now(),
  );
  if (!isSuspect && limits.unverifiedRecipients.tryConsume(email, clientAddress))
    queueFormReceived(context, form, row, email);
}

/** Queues the confirmation for the sender of a form, once. Call it inside a transaction. */
export function queueFormReceived(
  { db, now }: AppContext,
  form: ServiceId,
  { id, orderNumber }: Pick<SubmissionRow, 'id' | 'orderNumber'>,
  email: string,
): void {
  outboxStore.add(
    db,
    {
      kind: 'form-received',
      key: `form-received:${form}:${orderNumber}:${id}`,
      orderNumber,
      payload: { form, submissionId: id },
      recipient: email,
    },
    now(),
  );
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
