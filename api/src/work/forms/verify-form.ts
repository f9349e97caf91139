import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';
import type { WorkContext } from '../context.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import type { SubmissionRow } from '../../db/schema/forms.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../base/errors.ts';
import * as caseStore from '../fulfillment/case-store.ts';
import { startPromises } from '../fulfillment/promise-clock.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import { isOwn } from './match-order.ts';
import { queueFormReceived, queueFormWebhooks } from './save-submission.ts';
import { submissionTables } from './submission-store.ts';

/** Emails about forms of one service. Anyone who knows the order's email address can send more forms. */
const MAX_EMAILS = 10;

/** The two voice agent forms share a table. */
export const tableOf = (form: FormKind): ServiceId => (form === 'dental' ? 'voice' : form);

/** The form counts as the customer's from now on. Call it inside a transaction. */
export function verifyForm(
  context: WorkContext,
  form: ServiceId,
  row: SubmissionRow & { email: string },
  orderMatch: 'accepted' | 'order-link',
): void {
  const { db } = context;
  submissionTables[form].verify(db, row.id, orderMatch);
  searchIndex.refreshOrder(db, row.orderNumber);
  if (row.quarantineReason) return;
  startPromises(context, row.caseId, form);
  queueFormWebhooks(context, 'form.received', form, { ...row, orderMatch }, row.email, {
    isNowVerified: true,
  });
}

/** The customer says that a form is theirs. Repeating it changes nothing. */
export async function confirmForm(
  context: WorkContext,
  caseId: CaseId,
  { form, id }: { form: ServiceId; id: number },
): Promise<void> {
  const { db, now } = context;
  await inTransaction(db, () => {
    const row = submissionTables[form].byId(db, id);
    if (row?.caseId !== caseId) throw notFound();
    if (isOwn(row)) return;
    if (!isToConfirm(row)) throw notFound();
    verifyForm(context, form, row, 'order-link');
    const text = `Form from ${row.email} confirmed by the customer`;
    caseStore.addEvent(db, { caseId, kind: 'accept', text, adminId: null, createdAt: now() });
  });
}

/**
 * The forms that wait for the customer to confirm them, oldest first within a service. All of them, because a stranger's
 * must not hide the customer's own.
 */
export function formsToConfirm(db: Db, caseId: CaseId, newest = Infinity) {
  return SERVICE_IDS.flatMap((form) =>
    submissionTables[form]
      .ofCase(db, caseId)
      .filter(isToConfirm)
      .slice(-newest)
      .map((row) => ({ form, row })),
  );
}

/** Asks the customer about forms that came before the payment. Call it inside a transaction. */
export function askToConfirm(context: WorkContext, caseId: CaseId): void {
  for (const { form, row } of formsToConfirm(context.db, caseId, MAX_EMAILS))
    queueFormReceived(context, form, row, row.email);
}

const isToConfirm = ({ orderMatch, quarantineReason }: SubmissionRow): boolean =>
  orderMatch === 'unconfirmed' && quarantineReason === null;
