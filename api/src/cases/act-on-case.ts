import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { MESSAGE_NAMES, type ChangeWorkStatus } from '@northlight/shared/contracts/cases.ts';
import { WORK_WORDS } from '@northlight/shared/contracts/lists.ts';
import { isUnverified } from '@northlight/shared/contracts/submissions.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CaseEventKind } from '../db/schema.ts';
import { mailIsLeaving, notFound, workStatusChanged } from '../errors.ts';
import { tellSender } from '../forms/save-submission.ts';
import type { OutboxMessage } from '../outbox/outbox-store.ts';
import type { CasesDeps } from './cases-deps.ts';

/** So many at once that buyers wait no moment longer. */
const BATCH = 100;

/** Who does it, and under which number. */
export type Actor = { adminId: number; orderNumber: string };

export async function addNote(deps: CasesDeps, actor: Actor, text: string): Promise<void> {
  await inTransaction(deps.db, () => {
    if (!exists(deps, actor.orderNumber)) throw notFound();
    tell(deps, actor, 'note', text);
  });
  publishChange(deps, actor.orderNumber);
}

/**
 * One status for everything under the number. The same status again is no news. Refused with 409 when somebody else has
 * changed it since `workVersion` was read.
 */
export async function changeWorkStatus(
  deps: CasesDeps,
  actor: Actor,
  { workStatus, workVersion }: ChangeWorkStatus,
): Promise<void> {
  const { orderStore, submissionStore, caseStore } = deps;
  await inTransaction(deps.db, () => {
    if (!exists(deps, actor.orderNumber)) throw notFound();
    const last = caseStore.lastWorkChange(actor.orderNumber);
    if (last && last.version !== workVersion) {
      if (last.status === WORK_WORDS[workStatus]) return;
      throw workStatusChanged(last.by, last.status);
    }
    const forms = [submissionStore.website, submissionStore.voice, submissionStore.onhold];
    const changed = [
      orderStore.setWorkStatus(actor.orderNumber, workStatus, deps.now()),
      ...forms.map((store) => store.setWorkStatus(actor.orderNumber, workStatus)),
    ];
    if (changed.some(Boolean)) tell(deps, actor, 'work-status', WORK_WORDS[workStatus]);
  });
  publishChange(deps, actor.orderNumber);
}

/** The same message once more, to the same or to a corrected address. */
export async function sendAgain(
  deps: CasesDeps,
  { adminId, messageId, recipient }: { adminId: number; messageId: number; recipient?: string | undefined },
): Promise<void> {
  const orderNumber = await inTransaction(deps.db, () => {
    const message = deps.outboxStore.byId(messageId);
    if (!message || message.status === 'replaced' || message.status === 'dropped') throw notFound();
    // It would arrive twice.
    if (message.leasedUntil && message.leasedUntil > deps.now()) throw mailIsLeaving();
    queueAgain(deps, adminId, message, recipient ?? message.recipient);
    return message.orderNumber;
  });
  publishChange(deps, orderNumber);
  deps.onMailWritten();
}

/** Everything that was given up, once more to where it should have gone. Gives how many. */
export async function sendAllAgain(deps: CasesDeps, adminId: number): Promise<number> {
  let count = 0;
  for (let taken = BATCH; taken === BATCH; count += taken) {
    const givenUp = await inTransaction(deps.db, () => {
      const messages = deps.outboxStore.givenUp(BATCH);
      for (const message of messages) queueAgain(deps, adminId, message, message.recipient);
      return messages;
    });
    taken = givenUp.length;
    for (const orderNumber of new Set(givenUp.map((message) => message.orderNumber))) {
      publishChange(deps, orderNumber);
    }
  }
  deps.onMailWritten();
  return count;
}

/** An administrator leaves a message that was given up as it is. */
export async function leaveUnsent(
  deps: CasesDeps,
  { adminId, messageId }: { adminId: number; messageId: number },
): Promise<void> {
  const changed = await inTransaction(deps.db, () => {
    const message = deps.outboxStore.byId(messageId);
    if (message?.status !== 'given-up') throw notFound();
    deps.outboxStore.drop(messageId);
    const { orderNumber, kind, recipient } = message;
    if (orderNumber !== null)
      tell(deps, { adminId, orderNumber }, 'message', `Discarded: ${MESSAGE_NAMES[kind]} to ${recipient}`);
    return orderNumber;
  });
  publishChange(deps, changed);
}

function queueAgain(deps: CasesDeps, adminId: number, message: OutboxMessage, address: string): void {
  const { orderNumber, kind, recipient } = message;
  deps.outboxStore.addAgain(message, address, deps.now());
  if (orderNumber === null) return;
  // The reminders that are planned go there as well.
  if (address !== recipient) deps.outboxStore.redirect(orderNumber, recipient, address);
  tell(deps, { adminId, orderNumber }, 'message', `Resend requested: ${MESSAGE_NAMES[kind]} to ${address}`);
}

/** Out of quarantine: a person wrote it after all, who now gets the mail that was held back. Again it changes nothing. */
export async function release(
  deps: CasesDeps,
  { adminId, form, id }: { adminId: number; form: ServiceId; id: number },
): Promise<void> {
  const orderNumber = await inTransaction(deps.db, () => {
    const table = deps.submissionStore[form];
    const row = table.byId(id);
    if (!row) throw notFound();
    if (!row.quarantineReason) return row.orderNumber;
    table.release(id);
    deps.caseIndex.refreshOrder(row.orderNumber);
    tellSender(deps, form, row, row.email);
    tell(deps, { adminId, orderNumber: row.orderNumber }, 'release', 'Moved out of quarantine');
    return row.orderNumber;
  });
  publishChange(deps, orderNumber);
  deps.onMailWritten();
}

/** An unverified form is the buyer's after all: it answers the order from now on. Again it changes nothing. */
export function accept(
  deps: CasesDeps,
  { adminId, form, id }: { adminId: number; form: ServiceId; id: number },
): Promise<void> {
  return inTransaction(deps.db, () => {
    const table = deps.submissionStore[form];
    const row = table.byId(id);
    if (!row || !deps.orderStore.buyerOf(row.orderNumber)) throw notFound();
    if (!isUnverified(row.orderMatch)) return;
    table.accept(id);
    deps.caseIndex.refreshOrder(row.orderNumber);
    const text = `Form from ${row.email} accepted for this order`;
    tell(deps, { adminId, orderNumber: row.orderNumber }, 'accept', text);
  });
}

function exists({ orderStore, submissionStore }: CasesDeps, orderNumber: string): boolean {
  const { website, voice, onhold } = submissionStore;
  return (
    orderStore.buyerOf(orderNumber) !== undefined ||
    [website, voice, onhold].some((table) => table.has(orderNumber))
  );
}

/** To every open dashboard, after the commit. */
function publishChange({ liveFeed }: CasesDeps, orderNumber: string | null): void {
  liveFeed.publish({ kind: 'change', orderNumber });
}

function tell({ caseStore, now }: CasesDeps, actor: Actor, kind: CaseEventKind, text: string): void {
  caseStore.addEvent({ ...actor, kind, text, createdAt: now() });
}
