import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { PAYMENT_METHODS, PAYMENT_MODES, PAYMENT_STATUSES } from './payment-terms.ts';
import { QuoteAnswer } from './quote-answer.ts';

/** The order details shown to the customer. Amounts are US dollars as text with two decimals. */
export const OrderConfirmation = z.object({
  orderNumber: z.string(),
  initialPayment: z.string(),
  recurringPayment: z.string(),
  isYearly: z.boolean(),
  email: z.string(),
  serviceTypes: z.array(z.enum(SERVICE_IDS)),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /**
   * True if a payment was received or none was due. A pending order that is paid needs its amount reviewed.
   */
  isPaid: z.boolean(),
  /**
   * True while the customer has paid and the provider is waiting for the money. The customer must not pay
   * again.
   */
  isProcessing: z.boolean(),
  /** True if that is PayPal itself and not the customer's bank. */
  isHeld: z.boolean(),
  /** True for demo payments, which charge nothing. */
  isDemo: z.boolean(),
  createdAt: z.string(),
  /**
   * Prefills the forms: `?order=<orderNumber>&key=<intakeKey>`. Empty, like `email`, for a call without a
   * checkout ID.
   */
  intakeKey: z.string(),
  /** The key of the order's page. Empty for a free order, whose page only the email opens. */
  orderKey: z.string(),
  quote: QuoteAnswer,
});
export type OrderConfirmation = z.infer<typeof OrderConfirmation>;

export const PaymentIntentAnswer = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  /** The amount to charge, in US dollars. */
  amount: z.number(),
  mode: z.enum(PAYMENT_MODES),
  /** Set if this checkout is already paid or its payment is pending. Show this order and charge nothing. */
  order: z.optional(OrderConfirmation),
});
export type PaymentIntentAnswer = z.infer<typeof PaymentIntentAnswer>;

export const PaypalAnswer = z.object({
  success: z.literal(true),
  paypalOrderId: z.string(),
  approvalUrl: z.string(),
  order: z.optional(OrderConfirmation),
});
export type PaypalAnswer = z.infer<typeof PaypalAnswer>;

/** `order` is null without a received or pending payment. */
export const PaymentStatusAnswer = z.object({ order: z.nullable(OrderConfirmation) });
export type PaymentStatusAnswer = z.infer<typeof PaymentStatusAnswer>;

export const CheckoutAnswer = z.object({ success: z.literal(true), order: OrderConfirmation });
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>;

export const PaymentModeAnswer = z.object({
  mode: z.enum(PAYMENT_MODES),
  /** The payment methods that this shop has keys for. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /**
   * What the browser needs for card payments in live mode. `jsUrl` is set if the script is not loaded from
   * Stripe.
   */
  stripe: z.nullable(z.object({ publishableKey: z.string(), jsUrl: z.nullable(z.string()) })),
});
export type PaymentModeAnswer = z.infer<typeof PaymentModeAnswer>;

/** A wrong code is not an error. */
export const PromoCodeAnswer = z.discriminatedUnion('valid', [
  z.object({
    valid: z.literal(true),
    code: z.string(),
    /** In US dollars; 0 with `percentOff`. */
    amountOff: z.number(),
    percentOff: z.optional(z.int()),
    /** The only services that it reduces. */
    serviceIds: z.optional(z.array(z.enum(SERVICE_IDS))),
  }),
  /** `message` says why a code that exists cannot be used. */
  z.object({ valid: z.literal(false), message: z.optional(z.string()) }),
]);
export type PromoCodeAnswer = z.infer<typeof PromoCodeAnswer>;

export const DemoCardAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['succeeded', 'requires_action']) }),
  /** `isOver`: the shop has ended this payment, and a new one is needed. */
  z.object({ status: z.literal('declined'), message: z.string(), isOver: z.optional(z.literal(true)) }),
]);
export type DemoCardAnswer = z.infer<typeof DemoCardAnswer>;

export const DemoPaypalAnswer = z.object({ returnUrl: z.string() });
export type DemoPaypalAnswer = z.infer<typeof DemoPaypalAnswer>;
