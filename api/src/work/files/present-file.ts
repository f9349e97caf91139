import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { OrderFile } from '@northlight/shared/contracts/files.ts';
import { isDownload } from './detect-media-type.ts';
import type { FileRow } from './order-file-store.ts';

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
