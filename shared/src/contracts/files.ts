import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { ORDER_LIMIT, OrderQuery } from './customer-links.ts';
import { type EndpointTable, act, raw } from './endpoint.ts';

export const OrderFile = z.object({
  id: z.uuid(),
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Told by the content, such as "image/png". */
  mediaType: z.string(),
  isFromStudio: z.boolean(),
  /** Whether `?preview=1` returns a small WebP picture. */
  hasPreview: z.boolean(),
  /** The version it was delivered with. */
  deliveryVersion: z.optional(z.int()),
  /** The service of its delivery or its form. */
  service: z.optional(z.enum(SERVICE_IDS)),
  createdAt: z.string(),
});
export type OrderFile = z.infer<typeof OrderFile>;

/** `preview`: a small WebP picture instead of the file. */
const preview = z.optional(z.literal('1'));
export const FileQuery = z.object({ preview });
export const OrderFileQuery = z.extend(OrderQuery, { preview });
export const ByFileId = z.object({ id: z.uuid() });

/** A large file is sent in many pieces. */
const UPLOAD_LIMIT = { name: 'uploads', perMinute: 600 };

export const fileEndpoints = {
  'GET /api/order/files/:id': raw(
    'public',
    'Returns a file of an order, or a part of it.',
    'application/octet-stream',
    { limits: [{ name: 'order-files', perMinute: 300 }], params: ByFileId, query: OrderFileQuery },
  ),
  'POST /api/order/files/:id/remove': act('public', 'Removes a file that the customer sent.', {
    limits: [ORDER_LIMIT],
    params: ByFileId,
    query: OrderQuery,
  }),
  'GET /api/json/files/:id': raw(
    'read',
    'Returns a file of an order, or a part of it. To those who don’t work on orders, only the document of an exemption from sales tax.',
    'application/octet-stream',
    { params: ByFileId, query: FileQuery },
  ),
  'OPTIONS /api/files': {
    access: 'public',
    summary: 'Says what the server can do of the tus protocol, and how large files can be.',
    limits: [UPLOAD_LIMIT],
    responseType: 'empty',
  },
  'POST /api/files': {
    access: 'public',
    summary: 'Starts the upload of a file by the tus protocol, version 1.0.0.',
    limits: [{ name: 'new-uploads', perMinute: 60 }],
    responseType: 'empty',
  },
  'HEAD /api/files/:id': raw('public', 'Says how much of an upload has arrived.', 'empty', {
    limits: [UPLOAD_LIMIT],
    params: ByFileId,
  }),
  'PATCH /api/files/:id': raw('public', 'Adds bytes to an upload.', 'empty', {
    limits: [UPLOAD_LIMIT],
    params: ByFileId,
  }),
  'DELETE /api/files/:id': raw(
    'public',
    'Cancels an upload, or removes its file before the form is sent.',
    'empty',
    { limits: [UPLOAD_LIMIT], params: ByFileId },
  ),
} satisfies EndpointTable;
