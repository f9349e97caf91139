import * as z from 'zod/mini';
import { SERVICE_IDS, type ServiceId } from '../catalogue/ids.ts';
import type { PaymentMode, PaymentStatus } from './checkout.ts';
import { listQuery, type PageAnswer, type WorkStatus } from './lists.ts';

/** Digits alone get the prefix; the result is upper case and trimmed. */
export function normaliseOrderNumber(text: string): string {
  const trimmed = text.trim().toUpperCase();
  return /^\d+$/.test(trimmed) ? `ORD-${trimmed}` : trimmed;
}

/** "ORD-10001" or "10001", given back as "ORD-10001" (D12). */
export const OrderNumber = z.pipe(
  z
    .string('Order number is required')
    .check(z.trim(), z.minLength(1, 'Order number is required'), z.maxLength(24, 'Order number is too long')),
  z.pipe(
    z.transform(normaliseOrderNumber),
    z
      .string()
      .check(
        z.regex(/^ORD-\d{5,}$/, 'Order number must be in format ORD-XXXXX (or just enter the 5 digits)'),
      ),
  ),
);

/** Where a form may be sent without one: blank counts as absent. */
export const GivenOrderNumber = z.optional(
  z.pipe(
    z.transform((given: string | null | undefined) => (isBlank(given) ? undefined : given)),
    z.optional(OrderNumber),
  ),
);

function isBlank(given: unknown): boolean {
  return given === null || (typeof given === 'string' && given.trim() === '');
}

export { VERIFY_ORDER_PATH } from './form-paths.ts';
export const VerifyOrderQuery = z.object({ orderNumber: OrderNumber });
export type VerifyOrderAnswer = { exists: boolean; message: string };

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
  /** The services whose request form has not come yet. */
  missingForms: ServiceId[];
  workStatus: WorkStatus;
};

export type OrdersAnswer = {
  success: true;
  message: string;
  /** Newest first. */
  orders: ListedOrder[];
} & PageAnswer;
