import * as z from 'zod/mini';
import { SERVICE_IDS, type ServiceId } from '../../catalogue/ids.ts';
import type { PaymentMode, PaymentStatus } from '../shop/checkout.ts';
import { listQuery, type PageAnswer, type WorkStatus } from './lists.ts';

export const ORDERS_PATH = '/api/json/orders';
export const ORDERS_CSV_PATH = '/api/json/orders.csv';

export const ORDER_SORTS = ['newest', 'oldest', 'highest', 'lowest', 'business'] as const;

/** `form`: whether every bought service has its request form. */
export const ListOrders = z.object({
  ...listQuery,
  service: z.optional(z.enum(SERVICE_IDS, `service must be one of: ${SERVICE_IDS.join(', ')}`)),
  payment: z.optional(z.enum(['completed', 'pending'], 'payment must be completed or pending')),
  form: z.optional(z.enum(['waiting', 'complete'], 'form must be waiting or complete')),
  sort: z._default(z.enum(ORDER_SORTS, `sort must be one of: ${ORDER_SORTS.join(', ')}`), 'newest'),
});
export type ListOrders = z.infer<typeof ListOrders>;
/** An order as the administrator's list shows it. Amounts are US dollars as text with two decimals. */
export type ListedOrder = {
  id: number;
  orderNumber: string;
  createdAt: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  businessName: string;
  serviceTypes: ServiceId[];
  initialPayment: string;
  recurringPayment: string;
  promoCode: string | null;
  discount: string;
  tax: string;
  isYearly: boolean;
  paymentStatus: PaymentStatus;
  seoOptimization: boolean;
  blogSetup: boolean;
  extraRevisions: boolean;
  paymentMode: PaymentMode;
  /** Why an administrator has to look at it, in words; null when nothing is wrong. */
  reviewReason: string | null;
  /** The services whose request form has not come from the buyer yet. */
  missingForms: ServiceId[];
  workStatus: WorkStatus;
};

export type OrdersAnswer = {
  success: true;
  message: string;
  /** Newest first. */
  orders: ListedOrder[];
} & PageAnswer;
