import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import type { WorkContext } from '../context.ts';
import type { Db } from '../../db/client.ts';
import { ApiError, fileRefused, orderLinkInvalid } from '../../base/errors.ts';
import { clientNetwork as networkOf } from '../../http/limits/rate-limit.ts';
import { isGenuine } from '../orders/order-links.ts';
import * as orderStore from '../orders/order-store.ts';
import * as fileStore from './order-file-store.ts';
import type { FileOwner, Usage } from './order-file-store.ts';
import { makeRoom } from './unsent-room.ts';
import type { Pending } from './uploads.ts';

const MB = 1024 * 1024;
const MAX_FILE_MB = 25;
export const MAX_FILE_BYTES = MAX_FILE_MB * MB;
/** Of one order, one form, or one order's deliveries. */
const MAX_OWNER_MB = 100;
const MAX_OWNER_FILES = 40;
/** Left for orders. */
const SPARE_MB = 500;

/** What a client says about a file, in tus's `Upload-Metadata`. */
const Metadata = z.object({
  filename: z._default(z.string().check(z.maxLength(1_000)), ''),
  order: z.optional(z.string().check(z.maxLength(24))),
  key: z.optional(z.string().check(z.maxLength(64))),
  submissionKey: z.optional(z.uuid()),
});
type Metadata = z.infer<typeof Metadata>;

/** `adminId` is undefined for visitors. */
type From = { address: string; adminId: number | undefined };

/** Admits an upload of `length` bytes, and counts it. */
export async function beginUpload(
  context: WorkContext,
  sent: Record<string, string>,
  length: number,
  { address, adminId }: From,
): Promise<Pending> {
  const { db, limits } = context;
  const metadata = Metadata.safeParse(sent);
  if (!metadata.success) throw orderLinkInvalid();
  const owner = ownerOf(context, metadata.data, adminId);
  requireLength(length);
  // Anyone can place an order without paying, or send a form.
  if (owner.adminId === null && !isOfPaidOrder(db, owner)) await limits.unpaidUploads(address, length);
  const clientNetwork = owner.caseId === null ? networkOf(address) : null;
  if (clientNetwork !== null) await makeRoom(context, length);
  return reserveUpload(context, { ...owner, size: length, name: metadata.data.filename, clientNetwork });
}

/** Throws for an empty or too large file. */
function requireLength(length: number): void {
  if (!Number.isSafeInteger(length) || length <= 0)
    throw fileRefused(400, 'This file is empty. Please choose another one.');
  if (length > MAX_FILE_BYTES)
    throw fileRefused(413, `This file is too large. Files can be up to ${MAX_FILE_MB} MB.`);
}

/**
 * Counts an upload from now on. Throws if its owner has too many files, or if the disk has too little room. Without
 * waiting, so that no other upload gets in between.
 */
export function reserveUpload(
  context: WorkContext,
  given: Omit<Pending, 'id' | 'createdAt'> & { id?: string },
): Pending {
  const { db, uploads, now } = context;
  const isOwners = (other: FileOwner) =>
    other.caseId === given.caseId &&
    other.submissionKey === given.submissionKey &&
    (other.adminId === null) === (given.adminId === null);
  const own = total(fileStore.usageOf(db, given), uploads.usage(isOwners));
  if (own.files >= MAX_OWNER_FILES)
    throw fileRefused(409, `You can send up to ${MAX_OWNER_FILES} files. Please email us any others.`);
  if (own.bytes + given.size > MAX_OWNER_MB * MB)
    throw fileRefused(
      413,
      `Your files add up to more than ${MAX_OWNER_MB} MB. Please remove some, or email us a link.`,
    );
  requireSpace(context, uploads.usage(() => true).bytes + given.size);
  const upload = { id: randomUUID(), ...given, createdAt: now().getTime() };
  uploads.reserve(upload);
  return upload;
}

export function isOfPaidOrder(db: Db, { caseId }: FileOwner): boolean {
  const order = caseId === null ? undefined : orderStore.mainOf(db, caseId);
  return order !== undefined && order.receivedAmountCents !== null;
}

/** Refuses when the disk has no room for `bytes` more besides what orders need. */
export function requireSpace({ settings, freeBytes }: WorkContext, bytes: number): void {
  if (freeBytes(settings.dataDir) - bytes < SPARE_MB * MB)
    throw new ApiError(
      507,
      'no_space_for_files',
      'We can’t accept files right now. You can still send everything else. Please email us the file, or try again later.',
    );
}

/** A key makes its holder the order's customer, also an administrator. A wrong one and no order look the same. */
function ownerOf(
  { db, settings }: WorkContext,
  { order: number, key, submissionKey }: Metadata,
  adminId: number | undefined,
): FileOwner {
  if (number !== undefined) {
    const order = orderStore.byNumber(db, normalizeOrderNumber(number));
    const isCustomer = order && key && isGenuine(settings.secret, order, key);
    if (!order || !(isCustomer || (adminId !== undefined && !key))) throw orderLinkInvalid();
    return {
      caseId: order.caseId,
      submissionKey: null,
      adminId: isCustomer ? null : (adminId ?? null),
    };
  }
  if (submissionKey === undefined) throw orderLinkInvalid();
  return { caseId: fileStore.caseOfForm(db, submissionKey), submissionKey, adminId: null };
}

const total = (a: Usage, b: Usage): Usage => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });
