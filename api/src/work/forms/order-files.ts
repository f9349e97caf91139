import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { OrderFile } from '@northlight/shared/contracts/files.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import type { Db } from '../../db/client.ts';
import * as fileStore from '../files/order-file-store.ts';
import { type FileRow, presentFile } from '../files/order-file-store.ts';
import { isOwn } from './match-order.ts';
import { formsOfCase } from './submission-store.ts';

/** Oldest first. A customer sees what was delivered, what they sent, and what their own forms brought. */
export function filesOf(db: Db, caseId: CaseId, reader: 'customer' | 'admin'): OrderFile[] {
  const forms = formsOf(db, caseId);
  return fileStore
    .ofCase(db, caseId)
    .filter((file) => reader === 'admin' || isForCustomer(file, forms))
    .map((file) => presentFile(file, file.service ?? forms.get(file.submissionKey)?.service));
}

/** A file of an order that its customer may see. */
export function customersFile(db: Db, caseId: CaseId, id: string): FileRow | undefined {
  const forms = formsOf(db, caseId);
  return fileStore.ofCase(db, caseId).find((file) => file.id === id && isForCustomer(file, forms));
}

function isForCustomer({ adminId, deliveryId, submissionKey }: FileRow, forms: Forms): boolean {
  if (adminId !== null) return deliveryId !== null;
  return submissionKey === null || forms.get(submissionKey)?.isOwn === true;
}

/** By submission key. */
type Forms = Map<string | null, { service: ServiceId; isOwn: boolean }>;

const formsOf = (db: Db, caseId: CaseId): Forms =>
  new Map(
    formsOfCase(db, caseId).map(({ form, row }) => [row.submissionKey, { service: form, isOwn: isOwn(row) }]),
  );
