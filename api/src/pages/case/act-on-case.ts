import { orderNumberOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { ChangeWorkStatus, Note } from '@northlight/shared/contracts/cases.ts';
import type { Undo } from '@northlight/shared/contracts/endpoint.ts';
import type { RecurringAction } from '@northlight/shared/contracts/recurring.ts';
import { WORK_LABELS } from '@northlight/shared/contracts/lists.ts';
import { isUnverified } from '@northlight/shared/contracts/submissions.ts';
import { shownWork } from '../../db/shown-work.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CaseEventKind } from '../../db/schema/orders.ts';
import { notFound, conflict } from '../../base/errors.ts';
import { queueFormReceived, queueFormWebhooks } from '../../work/forms/save-submission.ts';
import { messageName } from '../../messages/outbox/message-name.ts';
import type { OutboxMessage } from '../../messages/outbox/outbox-store.ts';
import * as caseStore from '../../work/fulfillment/case-store.ts';
import { correctAddress, endLinks } from '../../work/orders/order-address.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { keepPromises, startPromises } from '../../work/fulfillment/promise-clock.ts';
import { addNoteAndTell, tellAssigned } from '../../work/fulfillment/tell-team.ts';
import { undoable } from '../../work/fulfillment/undo.ts';
import { setWorkStatus } from '../../work/fulfillment/work-status.ts';
import { verifyForm } from '../../work/forms/verify-form.ts';
import { formsOfCase, submissionTables } from '../../work/forms/submission-store.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import * as requestStore from '../../money/quotes/request-store.ts';
import { actAsAdmin } from '../../money/recurring/act-on-agreement.ts';
import type { AppContext } from '../../money/context.ts';
import type { Db } from '../../db/client.ts';
import { messageById } from '../../work/fulfillment/messages.ts';

/** Somebody else changed it first; `by` is their name. */
const workStatusChanged = (by: string | null, status: string) =>
  conflict(
    'work_status_changed',
    `${by ?? 'The customer'} changed the work status to “${status}” in the meantime, so your change wasn’t saved. Choose again if it should be different.`,
  );

/** Keeps each transaction short, so checkouts do not wait. */
const BATCH = 100;

/** Who acts, and on which case. */
export type Actor = { adminId: number; caseId: CaseId };

/** What answers a customer can be taken back: their message waits again. */
export async function addNote(
  context: AppContext,
  actor: Actor,
  { answers, ...note }: Note,
): Promise<Undo | undefined> {
  const { db, now } = context;
  const add = (kind: 'note' | 'contact') =>
    addNoteAndTell(context, { ...actor, ...note, kind, createdAt: now() });
  return inTransaction(db, () => {
    if (!exists(context, actor.caseId)) throw notFound();
    if (!answers) return void add('note');
    return undoable(context, actor.caseId, () => {
      add('contact');
      if (answers === 'called') keepPromises(context, actor.caseId, { kinds: ['contact'] });
    });
  });
}

/** Makes a person responsible for an order, or nobody. Repeating it changes nothing. Returns who it is now. */
export async function assign(
  context: AppContext,
  actor: Actor,
  adminId: number | null,
): Promise<string | null> {
  return inTransaction(context.db, () => {
    const order = orderStore.mainOf(context.db, actor.caseId);
    if (!order) throw notFound();
    if (order.responsibleId === adminId) return null;
    const who = tellAssigned(context, adminId, actor.adminId, actor);
    orderStore.change(context.db, order.id, { responsibleId: adminId });
    addEvent(context, actor, 'assign', who ? `${who} is responsible` : 'Nobody is responsible');
    return who;
  });
}

/**
 * Sets one work status for everything under the number. Setting the same status again changes nothing.
 * Answers 409 when somebody else has changed it since `workVersion` was read.
 */
export async function changeWorkStatus(
  context: AppContext,
  actor: Actor,
  { workStatus, workVersion }: ChangeWorkStatus,
): Promise<Undo | undefined> {
  const { db } = context;
  return inTransaction(context.db, () => {
    if (!exists(context, actor.caseId)) throw notFound();
    const last = caseStore.lastWorkChange(db, actor.caseId);
    if (last && last.version !== workVersion) {
      if (last.status === WORK_LABELS[shownWork(db, { ...actor, workStatus })]) return undefined;
      throw workStatusChanged(last.by, last.status);
    }
    return undoable(context, actor.caseId, () => {
      setWorkStatus(context, actor.caseId, workStatus, actor.adminId);
      if (workStatus === 'delivered') requestStore.endOwn(db, actor.caseId, context.now());
    });
  });
}

/** Changes the order's recurring payment, and notes who did. Returns what happened. See `actAsAdmin`. */
export async function actOnRecurring(
  context: AppContext,
  actor: Actor & { orderNumber: string },
  action: RecurringAction,
  checkConfirmed: () => void,
): Promise<string> {
  const message = await actAsAdmin(context, actor.orderNumber, action, checkConfirmed);
  const text = action.action === 'refund' ? `${message}: ${action.reason}` : message;
  await inTransaction(context.db, () => addEvent(context, actor, 'recurring', text));
  return message;
}

/** Resends a message, to the same or a corrected address. */
export async function resendEmail(
  context: AppContext,
  { adminId, messageId, recipient }: { adminId: number; messageId: number; recipient?: string | undefined },
): Promise<void> {
  await inTransaction(context.db, () => {
    const message = outboxStore.byId(context.db, messageId);
    if (!message || message.status === 'replaced' || message.status === 'dropped') throw notFound();
    // It would be delivered twice.
    if (message.leasedUntil && message.leasedUntil > context.now())
      throw conflict('mail_is_leaving', 'This email is being sent right now. Check again in a moment.');
    if (outboxStore.isPersonal(message) && recipient !== undefined && recipient !== message.recipient)
      throw conflict(
        'email_is_personal',
        'This email has a personal link, so it can only be sent again to the same address.',
      );
    queueAgain(context, adminId, message, recipient);
  });
}

/** Resends every failed message to its recipient. Returns how many. */
export async function resendFailed(context: AppContext, adminId: number): Promise<number> {
  let count = 0;
  for (let taken = BATCH; taken === BATCH; count += taken) {
    const givenUp = await inTransaction(context.db, () => {
      const messages = outboxStore.givenUp(context.db, BATCH);
      for (const message of messages) queueAgain(context, adminId, message);
      return messages;
    });
    taken = givenUp.length;
  }
  return count;
}

/** Ends every link to the order that was sent so far. The customer asks for a new one, or gets it with another email. */
export async function endOrderLinks(context: AppContext, actor: Actor): Promise<void> {
  await inTransaction(context.db, () => {
    if (!endLinks(context.db, actor.caseId)) throw notFound();
    addEvent(context, actor, 'links', 'Earlier links to the order ended');
  });
}

/** Discards a failed message. */
export async function discardEmail(
  context: AppContext,
  { adminId, messageId }: { adminId: number; messageId: number },
): Promise<void> {
  await inTransaction(context.db, () => {
    const message = outboxStore.byId(context.db, messageId);
    if (message?.status !== 'given-up') throw notFound();
    outboxStore.drop(context.db, messageId);
    const { caseId, recipient } = message;
    if (caseId !== null)
      addEvent(context, { adminId, caseId }, 'message', `Discarded: ${messageName(message)} to ${recipient}`);
  });
}

/** With an address, a customer's email corrects the address of the order. Without one, it goes to that address. */
function queueAgain(context: AppContext, adminId: number, message: OutboxMessage, typed?: string): void {
  const { db } = context;
  const { orderNumber, caseId } = message;
  const order = orderNumber === null ? undefined : orderStore.byNumber(db, orderNumber);
  const own = order && isForCustomer(db, message) ? order.email : undefined;
  const address = typed ?? own ?? message.recipient;
  outboxStore.resend(db, message, address, context.now());
  if (order && own && address.toLowerCase() !== own.toLowerCase()) correctAddress(db, order.caseId, address);
  if (caseId === null) return;
  addEvent(
    context,
    { adminId, caseId },
    'message',
    `Resend requested: ${messageName(message)} to ${address}`,
  );
}

/** Moves a form out of quarantine and sends the email that was held back. Repeating it changes nothing. */
export async function release(
  context: AppContext,
  { adminId, form, id }: { adminId: number; form: ServiceId; id: number },
): Promise<void> {
  await inTransaction(context.db, () => {
    const table = submissionTables[form];
    const row = table.byId(context.db, id);
    if (!row) throw notFound();
    if (!row.quarantineReason) return;
    table.release(context.db, id);
    searchIndex.refreshOrder(context.db, row.orderNumber);
    if (!isUnverified(row.orderMatch)) startPromises(context, row.caseId, form);
    queueFormReceived(context, form, row, row.email);
    queueFormWebhooks(context, 'form.received', form, row, row.email);
    addEvent(context, { adminId, caseId: row.caseId }, 'release', 'Moved out of quarantine');
  });
}

/** Accepts an unverified form for its order. Repeating it changes nothing. */
export async function accept(
  context: AppContext,
  { adminId, form, id }: { adminId: number; form: ServiceId; id: number },
): Promise<void> {
  await inTransaction(context.db, () => {
    const row = submissionTables[form].byId(context.db, id);
    if (!row || !orderStore.buyerOf(context.db, row.orderNumber)) throw notFound();
    if (!isUnverified(row.orderMatch)) return;
    verifyForm(context, form, row, 'accepted');
    const text = `Form from ${row.email} accepted for this order`;
    addEvent(context, { adminId, caseId: row.caseId }, 'accept', text);
  });
}

function exists({ db }: AppContext, caseId: CaseId): boolean {
  return orderNumberOf(db, caseId) !== undefined || formsOfCase(db, caseId).length > 0;
}

function addEvent(
  { db, now }: AppContext,
  { adminId, caseId }: Actor,
  kind: CaseEventKind,
  text: string,
): void {
  caseStore.addEvent(db, { adminId, caseId, kind, text, createdAt: now() });
}

/** Whether an email goes to the customer of its order, not to the business or to whoever sent a form. */
function isForCustomer(db: Db, message: OutboxMessage): boolean {
  switch (message.kind) {
    case 'order-confirmation':
    case 'refund':
    case 'payment-update':
    case 'form-reminder':
    case 'recurring':
    case 'quote':
    case 'payment-request':
      return true;
    case 'order-news': {
      const { news, id } = message.payload;
      if (news === 'message') return messageById(db, id)?.adminId !== null;
      return ['review-request', 'delivery', 'live', 'done', 'link'].includes(news);
    }
    default:
      return false;
  }
}
