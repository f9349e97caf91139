import { asc, eq, and } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { WorkContext } from '../context.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import { answerVersions, type SubmissionRow } from '../../db/schema/forms.ts';
import { conflict } from '../../base/errors.ts';
import * as deliveryStore from '../fulfillment/delivery-store.ts';
import { isOrderKey } from '../orders/order-links.ts';
import * as orderStore from '../orders/order-store.ts';
import { isOwn } from './match-order.ts';
import type { SubmissionTable } from './submission-store.ts';

/** Earlier answers to a form, and when they were sent. */
export type AnswerVersion = { answers: Record<string, unknown>; sentAt: Date };

/** Whether the customer may still correct the answers for a service: until work starts. */
export function canCorrect(
  db: Db,
  { caseId, workStatus }: Pick<orderStore.Order, 'caseId' | 'workStatus'>,
  form: ServiceId,
): boolean {
  const isUntouched = workStatus === 'new' || workStatus === 'waiting';
  return isUntouched && deliveryStore.latest(db, caseId, form) === undefined;
}

/** The customer's own form for a service: the newest that certainly came from them. */
export function ownForm<Row extends SubmissionRow>(
  db: Db,
  table: SubmissionTable<Row>,
  caseId: CaseId,
): Row | undefined {
  return table.ofCase(db, caseId).findLast(isOwn);
}

/** The form that these answers correct, if sent with the key of the order's page. Throws once work began. */
export function correctedForm<Row extends SubmissionRow>(
  { db, settings }: WorkContext,
  form: ServiceId,
  table: SubmissionTable<Row>,
  { orderNumber, orderKey }: { orderNumber?: string | undefined; orderKey?: string | undefined },
): Row | undefined {
  if (orderNumber === undefined || orderKey === undefined) return undefined;
  const order = orderStore.byNumber(db, orderNumber);
  if (!order || !isOrderKey(settings.secret, order, orderKey)) return undefined;
  const own = ownForm(db, table, order.caseId);
  if (own && !canCorrect(db, order, form))
    throw conflict(
      'work_has_started',
      'We’ve started on your order, so these answers can’t be changed here anymore. Please send us a message on your order page.',
    );
  return own;
}

/** Keeps the answers that are about to be replaced. Returns the number of the new version. */
export function keepVersion(
  db: Db,
  form: ServiceId,
  row: SubmissionRow,
  answers: Record<string, unknown>,
): number {
  db.insert(answerVersions).values({ form, submissionId: row.id, answers, sentAt: row.timestamp }).run();
  return versionsOf(db, form, row.id).length + 1;
}

/** Oldest first, without the current one. */
export function versionsOf(db: Db, form: ServiceId, submissionId: number): AnswerVersion[] {
  return db
    .select({ answers: answerVersions.answers, sentAt: answerVersions.sentAt })
    .from(answerVersions)
    .where(and(eq(answerVersions.form, form), eq(answerVersions.submissionId, submissionId)))
    .orderBy(asc(answerVersions.id))
    .all();
}
