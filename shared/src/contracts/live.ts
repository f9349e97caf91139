import * as z from 'zod/mini';
import { type EndpointTable, raw } from './endpoint.ts';

/** A new order or form, shown as a notification. `title` names the sender. */
const Arrival = z.object({
  kind: z.enum(['order', 'submission']),
  orderNumber: z.string(),
  title: z.string(),
  /** The reader chose no notification of the desktop app for it. */
  isQuiet: z.optional(z.literal(true)),
});
export type Arrival = z.infer<typeof Arrival>;

/**
 * A change by an administrator or a payment provider: work status, note, refund, or message. The order number
 * is null for a message without an order.
 */
const Change = z.object({
  kind: z.literal('change'),
  orderNumber: z.nullable(z.string()),
  /** More than are named one by one, such as those of an import. Whatever is shown may be among them. */
  isMany: z.optional(z.literal(true)),
});
export type Change = z.infer<typeof Change>;

export const LiveEvent = z.union([Arrival, Change]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const liveEndpoints = {
  'GET /api/admin/live': raw('read', 'Streams new orders, forms, and changes.', 'text/event-stream'),
} satisfies EndpointTable;
