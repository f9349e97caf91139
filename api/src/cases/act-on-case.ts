import { WORK_WORDS, type WorkStatus } from '@northlight/shared/contracts/lists.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CaseEventKind } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { CasesDeps } from './cases-deps.ts';

/** Who does it, and under which number. */
export type Actor = { adminId: number; orderNumber: string };

export function addNote(deps: CasesDeps, actor: Actor, text: string): Promise<void> {
  return inTransaction(deps.db, () => {
    if (!exists(deps, actor.orderNumber)) throw notFound();
    tell(deps, actor, 'note', text);
  });
}

/** One status for everything under the number. The same status again is no news. */
export function changeWorkStatus(deps: CasesDeps, actor: Actor, workStatus: WorkStatus): Promise<void> {
  const { orderStore, submissionStore } = deps;
  return inTransaction(deps.db, () => {
    if (!exists(deps, actor.orderNumber)) throw notFound();
    const stores = [orderStore, submissionStore.website, submissionStore.voice, submissionStore.onhold];
    const changed = stores.map((store) => store.setWorkStatus(actor.orderNumber, workStatus));
    if (changed.some(Boolean)) tell(deps, actor, 'work-status', WORK_WORDS[workStatus]);
  });
}

/** The same message once more, to the same or to a corrected address. */
export async function sendAgain(
  deps: CasesDeps,
  { adminId, messageId, recipient }: { adminId: number; messageId: number; recipient?: string | undefined },
): Promise<void> {
  await inTransaction(deps.db, () => {
    const message = deps.outboxStore.byId(messageId);
    if (!message || message.status === 'replaced') throw notFound();
    const address = recipient ?? message.recipient;
    deps.outboxStore.addAgain(message, address, deps.now());
    tell(
      deps,
      { adminId, orderNumber: message.orderNumber },
      'message',
      `Asked to send it again to ${address}`,
    );
  });
  deps.onMailWritten();
}

/** Out of quarantine: a person wrote it after all. */
export function release(
  deps: CasesDeps,
  { adminId, form, id }: { adminId: number; form: 'website' | 'voice' | 'onhold'; id: number },
): Promise<void> {
  return inTransaction(deps.db, () => {
    const orderNumber = deps.submissionStore[form].release(id);
    if (!orderNumber) throw notFound();
    deps.caseIndex.refreshOrder(orderNumber);
    tell(deps, { adminId, orderNumber }, 'release', 'Taken out of quarantine');
  });
}

function exists({ orderStore, submissionStore }: CasesDeps, orderNumber: string): boolean {
  const { website, voice, onhold } = submissionStore;
  return (
    orderStore.buyerOf(orderNumber) !== undefined ||
    [website, voice, onhold].some((table) => table.ofOrder(orderNumber).length > 0)
  );
}

function tell({ caseStore, now }: CasesDeps, actor: Actor, kind: CaseEventKind, text: string): void {
  caseStore.addEvent({ ...actor, kind, text, createdAt: now() });
}
