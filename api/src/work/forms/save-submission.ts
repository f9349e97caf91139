import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { isUnverified } from '@northlight/shared/contracts/submissions.ts';
import type { FormMeta } from '@northlight/shared/contracts/forms/form-fields.ts';
import { caseOf } from '../../db/cases.ts';
import { noteArrival } from '../../db/changes.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as fileStore from '../files/order-file-store.ts';
import { startPromises } from '../fulfillment/promise-clock.ts';
import { correctedForm, keepVersion } from './correct-submission.ts';
import { matchOrder } from './match-order.ts';
import type { SubmissionRow } from '../../db/schema/forms.ts';
import type { SubmissionTable } from './submission-store.ts';
import * as orderStore from '../orders/order-store.ts';
import { queueNotice } from '../../messages/notices.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import { queueUnverified } from '../../messages/outbox/queue-unverified.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { NewMessage } from '../../messages/outbox/outbox-store.ts';
import type { WorkContext } from '../context.ts';
import type { RecordContext } from '../../db/context.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';

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
  /** Runs in the transaction that stores a new row, so its effects cannot be lost. Not for suspected spam. */
  onStored?: (row: Row) => void;
};

/**
 * Stores a form once: the same content with the same key returns the first row. A form without an order number
 * gets one. Suspected spam is stored too, in quarantine.
 */
export async function saveSubmission<Row extends SubmissionRow>(
  context: WorkContext,
  { form, table, title, sent, answers, clientAddress, onStored }: Input<Row>,
): Promise<Saved<Row>> {
  const submissionKey = sent.submissionKey ?? null;
  const contentHash = hashOf({ ...answers, orderNumber: sent.orderNumber });
  await delay(context.spamCheck.arrived(clientAddress));
  const arrive = ({ orderNumber, quarantineReason }: Row) => {
    if (!quarantineReason) noteArrival(context.db, { kind: 'submission', orderNumber, title });
  };
  return inTransaction(context.db, () => {
    const before = submissionKey && table.sentBefore(context.db, submissionKey, contentHash);
    if (before) return { row: before, isRepeat: true, isSuspect: false };
    const corrected = correctedForm(context, form, table, sent);
    if (corrected) {
      const row = correct(context, { form, table, sent, answers }, corrected, contentHash);
      arrive(row);
      return { row, isRepeat: false, isSuspect: false };
    }
    const match = matchOrder(context, form, sent);
    const { orderMatch } = match;
    const suspicion = context.spamCheck.reasonFor(clientAddress, { ...sent, contentHash, orderMatch });
    const timestamp = context.now();
    const orderNumber = sent.orderNumber ?? orderStore.takeNumber(context.db, timestamp);
    const facts: Omit<SubmissionRow, 'id'> = {
      submissionKey,
      contentHash,
      orderNumber,
      caseId: caseOf(context.db, orderNumber),
      ...match,
      // Whoever has the order's link is its customer.
      quarantineReason: orderMatch === 'order-link' ? null : suspicion,
      workStatus: 'new',
      dueAt: null,
      timestamp,
    };
    // TypeScript cannot combine the two halves of a generic row.
    const content = { ...answers, ...facts } as unknown as Omit<Row, 'id'>;
    const row = { ...content, id: table.insert(context.db, content) } as Row;
    // Also from quarantine: nothing is lost when it is released. See `filesOf` for who sees them.
    if (submissionKey) fileStore.attach(context.db, submissionKey, row.caseId);
    searchIndex.indexSubmission(context.db, form, row);
    searchIndex.refreshOrder(context.db, row.orderNumber);
    queueFormEmails(context, form, row, { email: sent.email, clientAddress, isSuspect: suspicion !== null });
    // A stranger's form promises nothing to the order's customer.
    if (!row.quarantineReason && !isUnverified(row.orderMatch)) startPromises(context, row.caseId, form);
    // Not by the flag on the row: the sender sees the result and could use it to test email addresses.
    if (!suspicion) onStored?.(row);
    arrive(row);
    return { row, isRepeat: false, isSuspect: suspicion !== null };
  });
}

/** Replaces the answers of an earlier form, keeps them as a version, and notifies both sides. Its files stay with it. */
function correct<Row extends SubmissionRow>(
  context: WorkContext,
  { form, table, sent, answers }: Pick<Input<Row>, 'form' | 'table' | 'sent' | 'answers'>,
  before: Row,
  contentHash: string,
): Row {
  const { db, now } = context;
  const names = new Set(Object.keys(answers).filter((name) => name !== 'mailchimpStatus'));
  const old = Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name)));
  const version = keepVersion(db, form, before, old);
  const { mailchimpStatus: _status, ...content } = answers as typeof answers & { mailchimpStatus?: unknown };
  const submissionKey = sent.submissionKey ?? before.submissionKey;
  const facts = { submissionKey, contentHash, timestamp: now() };
  const change = { ...content, ...facts } as unknown as Omit<Row, keyof SubmissionRow>;
  table.correct(db, before.id, change);
  if (submissionKey) {
    if (before.submissionKey) fileStore.moveToKey(db, before.submissionKey, submissionKey);
    fileStore.attach(db, submissionKey, before.caseId);
  }
  const row = { ...before, ...change };
  searchIndex.indexSubmission(db, form, row);
  searchIndex.refreshOrder(db, row.orderNumber);
  queueFormWebhooks(context, 'form.corrected', form, row, sent.email, { version });
  queueNotice(context, 'forms', {
    kind: 'new-submission',
    key: `new-submission:${form}:${row.orderNumber}:${row.id}:v${version}`,
    orderNumber: row.orderNumber,
    payload: { form, submissionId: row.id, version },
  });
  outboxStore.queue(context, formReceived(form, row, sent.email, version));
  return row;
}

/** Emails the form to the business and a confirmation to its sender. Not for suspected spam. */
function queueFormEmails(
  context: WorkContext,
  form: ServiceId,
  row: SubmissionRow,
  { email, clientAddress, isSuspect }: { email: string; clientAddress: string; isSuspect: boolean },
): void {
  const { id, orderNumber, quarantineReason } = row;
  if (quarantineReason) return;
  queueFormWebhooks(context, 'form.received', form, row, email);
  queueNotice(context, 'forms', {
    kind: 'new-submission',
    key: `new-submission:${form}:${orderNumber}:${id}`,
    orderNumber,
    payload: { form, submissionId: id },
  });
  if (!isSuspect)
    queueUnverified(context, formReceived(form, row, email), { kind: 'form', address: clientAddress });
}

/** Queues the confirmation for the sender of a form, once. Call it inside a transaction. */
export function queueFormReceived(
  { db, now }: WorkContext,
  form: ServiceId,
  row: SubmissionRow,
  email: string,
): void {
  outboxStore.queue({ db, now }, formReceived(form, row, email));
}

/** `version`: of corrected answers. */
function formReceived(form: ServiceId, row: SubmissionRow, recipient: string, version?: number): NewMessage {
  const { id, orderNumber } = row;
  const isToConfirm = row.orderMatch === 'unconfirmed';
  return {
    kind: 'form-received',
    // One that came before the payment has been received once, and is to be confirmed now.
    key: `form-received:${form}:${orderNumber}:${id}${isToConfirm ? ':confirm' : ''}${version ? `:v${version}` : ''}`,
    orderNumber,
    payload: { form, submissionId: id, isToConfirm, ...(version && { version }) },
    recipient,
  };
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/**
 * Tells other systems of a form, but not what it says. `version`: of corrected answers. `isNowVerified`: it was told
 * before, as unverified.
 */
export function queueFormWebhooks(
  context: RecordContext,
  event: 'form.received' | 'form.corrected',
  form: ServiceId,
  { id, orderNumber, orderMatch }: Pick<SubmissionRow, 'id' | 'orderNumber' | 'orderMatch'>,
  sender: string,
  { version = 1, isNowVerified = false } = {},
): void {
  const { name } = SERVICES[form];
  queueWebhooks(context, {
    event,
    orderNumber,
    id: `${form}:${id}:${isNowVerified ? 'verified' : version}`,
    text: `${name} form ${event === 'form.received' ? 'received' : 'corrected'} from ${sender}`,
    facts: { service: name, version, sender, isVerified: !isUnverified(orderMatch) },
  });
}
