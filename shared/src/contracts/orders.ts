import * as z from 'zod/mini';
import type { ServiceId } from '../catalogue/ids.ts';
import type { PaymentMode, PaymentStatus } from './checkout.ts';
import type { PageAnswer } from './lists.ts';

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
/** An order as the administrator's list shows it. Amounts are US dollars as text with two decimals. */
export type ListedOrder = {
  id: number;
  orderNumber: string;
  createdAt: string;
  firstName: string;
  lastName: string;
  email: string;
  businessName: string;
  serviceTypes: ServiceId[];
  initialPayment: string;
  recurringPayment: string;
  isYearly: boolean;
  paymentStatus: PaymentStatus;
  seoOptimization: boolean;
  blogSetup: boolean;
  extraRevisions: boolean;
  paymentMode: PaymentMode;
  /** Why an administrator has to look at it, in words; null when nothing is wrong. */
  reviewReason: string | null;
};

export type OrdersAnswer = {
  success: true;
  message: string;
  /** Newest first. */
  orders: ListedOrder[];
} & PageAnswer;
