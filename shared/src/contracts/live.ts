import type { EndpointTable } from './endpoint.ts';

/** A new order or form, shown as a notification. `title` names the sender. */
export type Arrival = {
  kind: 'order' | 'submission';
  orderNumber: string;
  title: string;
  /** The reader chose no notification of the desktop app for it. */
  isQuiet?: true;
};

/**
 * A change by an administrator or a payment provider: work status, note, refund, or message. The order number
 * is null for a message without an order.
 */
export type Change = { kind: 'change'; orderNumber: string | null };

export type LiveEvent = Arrival | Change;

export const liveEndpoints = {
  'GET /api/admin/live': {
    access: 'read',
    summary: 'Streams new orders, forms, and changes.',
    responseType: 'text/event-stream',
  },
} satisfies EndpointTable;
