import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { PAYMENT_STATUSES } from '../shop/payment-terms.ts';
import { listQuery } from './lists.ts';

export const ORDER_SORTS = ['newest', 'oldest', 'due', 'highest', 'lowest', 'business'] as const;

/** `form`: whether the customer has sent the forms for all services. */
export const ListOrders = z.object({
  ...listQuery,
  service: z.optional(z.enum(SERVICE_IDS, `service must be one of: ${SERVICE_IDS.join(', ')}`)),
  payment: z.optional(z.enum(PAYMENT_STATUSES, 'payment must be completed or pending')),
  form: z.optional(z.enum(['waiting', 'complete'], 'form must be waiting or complete')),
  sort: z._default(z.enum(ORDER_SORTS, `sort must be one of: ${ORDER_SORTS.join(', ')}`), 'newest'),
});
export type ListOrders = z.infer<typeof ListOrders>;
