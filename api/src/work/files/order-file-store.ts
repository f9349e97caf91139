import type { CaseId } from '../../db/schema/columns.ts';
import { and, asc, count, eq, getTableColumns, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { OrderFile } from '@northlight/shared/contracts/files.ts';
import type { Db } from '../../db/client.ts';
import { orderFiles, storedFiles } from '../../db/schema/files.ts';
import { formTables } from '../../db/schema/forms.ts';
import { deliveries } from '../../db/schema/fulfillment.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { isDownload } from './detect-media-type.ts';

type StoredFile = typeof storedFiles.$inferSelect;
/** Whose file it is: of an order's customer, of an administrator, or of a form. */
export type FileOwner = { caseId: CaseId | null; submissionKey: string | null; adminId: number | null };
export type FileRow = typeof orderFiles.$inferSelect & Omit<StoredFile, 'hash'> & Delivered;
type Delivered = Pick<OrderFile, 'service'> & { deliveryVersion: number | null };
export type Usage = { files: number; bytes: number };

const columns = {
  ...getTableColumns(orderFiles),
  size: storedFiles.size,
  mediaType: storedFiles.mediaType,
  hasPreview: storedFiles.hasPreview,
  service: deliveries.serviceId,
  deliveryVersion: deliveries.version,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(orderFiles)
    .innerJoin(storedFiles, eq(storedFiles.hash, orderFiles.hash))
    .leftJoin(deliveries, eq(deliveries.id, orderFiles.deliveryId));

type Selected = ReturnType<ReturnType<typeof select>['all']>[number];
const toRow = ({ service, ...row }: Selected): FileRow => ({ ...row, service: service ?? undefined });

/** Oldest first. */
export const ofCase = (db: Db, caseId: CaseId): FileRow[] =>
  select(db)
    .where(eq(orderFiles.caseId, caseId))
    .orderBy(asc(orderFiles.createdAt), asc(orderFiles.id))
    .all()
    .map(toRow);

export function byId(db: Db, id: string): FileRow | undefined {
  const found = select(db).where(eq(orderFiles.id, id)).get();
  return found && toRow(found);
}

export const isStored = (db: Db, hash: string): boolean =>
  db.select({ hash: storedFiles.hash }).from(storedFiles).where(eq(storedFiles.hash, hash)).get() !==
  undefined;

/** What an owner's files take. */
export function usageOf(db: Db, { caseId, submissionKey, adminId }: FileOwner): Usage {
  return measure(
    db,
    and(
      caseId === null ? isNull(orderFiles.caseId) : eq(orderFiles.caseId, caseId),
      submissionKey === null ? isNull(orderFiles.submissionKey) : eq(orderFiles.submissionKey, submissionKey),
      adminId === null ? isNull(orderFiles.adminId) : isNotNull(orderFiles.adminId),
    ),
  );
}

/** What the files of forms take that are not sent yet. */
export const unsentUsage = (db: Db): Usage => measure(db, isNull(orderFiles.caseId));

/** The files of forms that are not sent yet. */
export const unsent = (db: Db): FileRow[] => select(db).where(isNull(orderFiles.caseId)).all().map(toRow);

function measure(db: Db, where: ReturnType<typeof and>): Usage {
  return (
    db
      .select({ files: count(), bytes: sql<number>`coalesce(sum(${storedFiles.size}), 0)` })
      .from(orderFiles)
      .innerJoin(storedFiles, eq(storedFiles.hash, orderFiles.hash))
      .where(where)
      .get() ?? { files: 0, bytes: 0 }
  );
}

/** The case of a sent form. Null before it is sent. */
export function caseOfForm(db: Db, submissionKey: string): CaseId | null {
  for (const table of Object.values(formTables)) {
    const found = db
      .select({ caseId: table.caseId })
      .from(table)
      .where(eq(table.submissionKey, submissionKey))
      .get();
    if (found) return found.caseId;
  }
  return null;
}

/** Pictures whose preview nobody tried to make yet. */
export const nextWithoutPreview = (db: Db): string | undefined =>
  db.select({ hash: storedFiles.hash }).from(storedFiles).where(isNull(storedFiles.hasPreview)).limit(1).get()
    ?.hash;

/** Content that no file has anymore. */
export const unreferenced = (db: Db): string[] =>
  db
    .select({ hash: storedFiles.hash })
    .from(storedFiles)
    .where(sql`NOT EXISTS (SELECT 1 FROM ${orderFiles} WHERE ${orderFiles.hash} = ${storedFiles.hash})`)
    .all()
    .map(({ hash }) => hash);

// Call these inside a transaction.

export function insert(db: Db, content: StoredFile, file: typeof orderFiles.$inferInsert): void {
  db.insert(storedFiles).values(content).onConflictDoNothing().run();
  db.insert(orderFiles).values(file).onConflictDoNothing().run();
}

export function recordPreview(db: Db, hash: string, hasPreview: boolean): void {
  db.update(storedFiles).set({ hasPreview }).where(eq(storedFiles.hash, hash)).run();
}

/** Gives the files of a form to its case. */
export function attach(db: Db, submissionKey: string, caseId: CaseId): void {
  db.update(orderFiles)
    .set({ caseId, clientNetwork: null })
    .where(and(isNull(orderFiles.caseId), eq(orderFiles.submissionKey, submissionKey)))
    .run();
}

/** Gives the files of a form to its next version, which has another key. */
export function moveToKey(db: Db, from: string, to: string): void {
  db.update(orderFiles).set({ submissionKey: to }).where(eq(orderFiles.submissionKey, from)).run();
}

/** Puts an administrator's files into a delivery. Returns whether all of them were there to deliver. */
export function deliver(db: Db, caseId: CaseId, ids: readonly string[], deliveryId: number): boolean {
  const wanted = [...new Set(ids)];
  const { changes } = db
    .update(orderFiles)
    .set({ deliveryId })
    .where(
      and(
        inArray(orderFiles.id, wanted),
        eq(orderFiles.caseId, caseId),
        isNotNull(orderFiles.adminId),
        isNull(orderFiles.deliveryId),
      ),
    )
    .run();
  return changes === wanted.length;
}

/** Its content goes later, unless another file has the same. */
export function remove(db: Db, id: string): void {
  db.delete(orderFiles).where(eq(orderFiles.id, id)).run();
}

/** False when its form was sent. */
export const removeOneUnsent = (db: Db, id: string): boolean =>
  db
    .delete(orderFiles)
    .where(and(eq(orderFiles.id, id), isNull(orderFiles.caseId)))
    .run().changes > 0;

export function removeUnsent(db: Db, before: Date): void {
  db.delete(orderFiles)
    .where(and(isNull(orderFiles.caseId), lt(orderFiles.createdAt, before)))
    .run();
}

export function forget(db: Db, hashes: readonly string[]): void {
  const still = new Set(unreferenced(db));
  for (const hash of hashes) {
    if (still.has(hash)) db.delete(storedFiles).where(eq(storedFiles.hash, hash)).run();
  }
}

/** `service`: of the form that the file came with. */
export const presentFile = (row: FileRow, service: ServiceId | undefined = row.service): OrderFile => ({
  id: row.id,
  name: row.name,
  size: row.size,
  // Pages play sound by its type.
  mediaType: isDownload(row.mediaType) ? 'application/octet-stream' : row.mediaType,
  isFromStudio: row.adminId !== null,
  hasPreview: row.hasPreview === true,
  ...(row.deliveryVersion !== null && { deliveryVersion: row.deliveryVersion }),
  ...(service && { service }),
  createdAt: row.createdAt.toISOString(),
});
