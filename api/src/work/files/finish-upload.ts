import { existsSync } from 'node:fs';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import type { WorkContext } from '../context.ts';
import { appendAudit } from '../../db/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { numberOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, uploadGone } from '../../base/errors.ts';
import { hashOf, keepContent } from './content.ts';
import { cleanName } from './file-name.ts';
import { queueNotice } from '../../messages/notices.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import * as fileStore from './order-file-store.ts';
import { isRaster, detectMediaType, type FileKind } from './detect-media-type.ts';
import type { Pending } from './uploads.ts';
import { HOUR_MS } from '../../base/units.ts';

/**
 * Stores a complete upload as a file, once, even if several requests ask for it. A crash leaves either the whole
 * upload, or content without a row, which the clean-up deletes. The ID stays the same. `address` is the sender's.
 */
export const finishUpload = (context: WorkContext, id: string, address: string): Promise<void> =>
  context.uploads.once(id, () => finish(context, id, address));

/** Ends an upload of somebody who may no longer work on orders, and throws. */
export async function requireSender({ db, uploads }: WorkContext, upload: Pending): Promise<void> {
  if (maySend(db, upload)) return;
  await uploads.remove(upload.id);
  throw uploadGone();
}

function maySend(db: Db, { adminId }: Pending): boolean {
  if (adminId === null) return true;
  const person = adminStore.byId(db, adminId);
  return (
    person !== undefined &&
    person.isActive &&
    hasRight(person.role, 'work') &&
    !adminStore.lacksRequiredFactor(db, person)
  );
}

/** One email for all files that arrive for an order within an hour, at its end. */
function queueFilesAlert(context: WorkContext, caseId: CaseId): void {
  const hour = Math.floor(context.now().getTime() / HOUR_MS);
  const key = `order-news:files:${caseId}:${hour}`;
  const payload = { news: 'files' as const, id: hour };
  const endsAt = new Date((hour + 1) * HOUR_MS);
  queueNotice(context, 'work', { kind: 'order-news', key, caseId, payload }, endsAt);
}

type Content = FileKind & { hash: string; size: number };

/**
 * Moves the content of a complete upload to where it belongs, before it has a row. Throws where we don't take it, and
 * ends the upload then.
 */
export async function keepUpload(
  { settings, uploads, now }: WorkContext,
  { id, name }: Pending,
): Promise<Content> {
  const file = uploads.fileOf(id);
  const kind = await detectMediaType(file, name).catch(async (error: unknown) => {
    if (error instanceof ApiError) await uploads.remove(id);
    throw error;
  });
  const { hash, size } = await hashOf(file);
  await keepContent(file, settings.dataDir, hash, now());
  return { ...kind, hash, size };
}

/** Stores the row of a file whose content is kept. Call it inside a transaction, and remove the upload after it. */
export function storeUpload(
  { db, now }: WorkContext,
  { id, name, submissionKey, adminId, clientNetwork }: Pending,
  { hash, size, mediaType, extensions }: Content,
  caseId: CaseId | null,
): void {
  fileStore.insert(
    db,
    { hash, size, mediaType, hasPreview: isRaster(mediaType) ? null : false },
    {
      id,
      hash,
      name: cleanName(name, extensions),
      caseId,
      submissionKey,
      adminId,
      clientNetwork: caseId === null ? clientNetwork : null,
      createdAt: now(),
    },
  );
}

async function finish(context: WorkContext, id: string, address: string): Promise<void> {
  const { db, uploads, now } = context;
  const file = uploads.fileOf(id);
  const upload = uploads.find(id);
  if (!upload || !existsSync(file)) {
    if (fileStore.byId(db, id)) return;
    throw uploadGone();
  }
  const content = await keepUpload(context, upload);
  const { submissionKey, adminId } = upload;
  await inTransaction(db, () => {
    if (!maySend(db, upload)) throw uploadGone();
    // The form may have been sent meanwhile.
    const caseId = upload.caseId ?? fileStore.caseOfForm(db, submissionKey ?? '');
    storeUpload(context, upload, content, caseId);
    if (adminId !== null) {
      const person = adminStore.byId(db, adminId);
      // By ID: entries are kept for years, also after the customer was erased.
      const detail = { file: id };
      const who = person ? adminStore.nameOf(person) : '';
      appendAudit(
        db,
        { adminId, who, address, action: 'file-uploaded', record: caseId && numberOf(db, caseId), detail },
        now(),
      );
    }
    // A form’s files come with its own email.
    if (caseId && adminId === null && submissionKey === null) queueFilesAlert(context, caseId);
  });
  await uploads.remove(id);
}
