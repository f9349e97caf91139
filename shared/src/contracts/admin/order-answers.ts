import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { PAYMENT_MODES, PAYMENT_STATUSES } from '../shop/payment-terms.ts';
import { PageAnswer, WORK_STATUSES } from './lists.ts';

/** An order in the admin list. Amounts are US dollars as text with two decimals. */
export const ListedOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  createdAt: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  businessName: z.string(),
  serviceTypes: z.array(z.enum(SERVICE_IDS)),
  initialPayment: z.string(),
  recurringPayment: z.string(),
  promoCode: z.nullable(z.string()),
  discount: z.string(),
  tax: z.string(),
  isYearly: z.boolean(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  seoOptimization: z.boolean(),
  blogSetup: z.boolean(),
  extraRevisions: z.boolean(),
  paymentMode: z.enum(PAYMENT_MODES),
  /** Why the order needs review. Null if it does not. */
  reviewReason: z.nullable(z.string()),
  /** The services whose form the customer has not sent yet. */
  missingForms: z.array(z.enum(SERVICE_IDS)),
  workStatus: z.enum(WORK_STATUSES),
  /** When the next promise is due. Null if none is running. */
  dueAt: z.nullable(z.string()),
});
export type ListedOrder = z.infer<typeof ListedOrder>;

export const OrdersAnswer = z.extend(PageAnswer, {
  success: z.literal(true),
  message: z.string(),
  /** Newest first. */
  orders: z.array(ListedOrder),
});
export type OrdersAnswer = z.infer<typeof OrdersAnswer>;
