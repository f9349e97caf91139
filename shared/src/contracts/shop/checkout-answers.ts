import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalogue/ids.ts';
import { PAYMENT_METHODS, PAYMENT_MODES, PAYMENT_STATUSES } from './payment-terms.ts';
import { QuoteAnswer } from './quote-answer.ts';

/** What the buyer is told of an order. Texts with two decimals are US dollars. */
export const OrderConfirmation = z.object({
  orderNumber: z.string(),
  initialPayment: z.string(),
  recurringPayment: z.string(),
  isYearly: z.boolean(),
  email: z.string(),
  serviceTypes: z.array(z.enum(SERVICE_IDS)),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** True when money has arrived or none was due; a pending order that is paid awaits a look at its amount. */
  isPaid: z.boolean(),
  /** True while the buyer has paid and the provider waits for the money: nothing more is to be paid. */
  isProcessing: z.boolean(),
  /** True when no money moved. */
  isDemo: z.boolean(),
  createdAt: z.string(),
  /** Opens the forms filled in: `?order=<orderNumber>&key=<intakeKey>`. Empty, as `email` is, for a call that does not name the checkout. */
  intakeKey: z.string(),
  quote: QuoteAnswer,
});
export type OrderConfirmation = z.infer<typeof OrderConfirmation>;

export const PaymentIntentAnswer = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  /** US dollars that will be charged. */
  amount: z.number(),
  mode: z.enum(PAYMENT_MODES),
  /** Set when this checkout is paid, or its money is under way: show it, charge nothing. */
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

/** `order` is null while nothing is paid or under way. */
export const PaymentStatusAnswer = z.object({ order: z.nullable(OrderConfirmation) });
export type PaymentStatusAnswer = z.infer<typeof PaymentStatusAnswer>;

export const CheckoutAnswer = z.object({ success: z.literal(true), order: OrderConfirmation });
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>;

export const PaymentModeAnswer = z.object({
  mode: z.enum(PAYMENT_MODES),
  /** The ways of paying that this shop has keys for. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /** What the browser needs for card payments in live mode. `jsUrl` is set where the script does not come from Stripe. */
  stripe: z.nullable(z.object({ publishableKey: z.string(), jsUrl: z.nullable(z.string()) })),
});
export type PaymentModeAnswer = z.infer<typeof PaymentModeAnswer>;

/** A wrong code is an answer, not an error. `amountOff` is US dollars. */
export const PromoCodeAnswer = z.discriminatedUnion('valid', [
  z.object({ valid: z.literal(true), code: z.string(), amountOff: z.number() }),
  z.object({ valid: z.literal(false) }),
]);
export type PromoCodeAnswer = z.infer<typeof PromoCodeAnswer>;

export const DemoCardAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['succeeded', 'requires_action']) }),
  /** `isOver`: the shop has ended this payment, and another one is needed. */
  z.object({ status: z.literal('declined'), message: z.string(), isOver: z.optional(z.literal(true)) }),
]);
export type DemoCardAnswer = z.infer<typeof DemoCardAnswer>;

export const DemoPaypalAnswer = z.object({ returnUrl: z.string() });
export type DemoPaypalAnswer = z.infer<typeof DemoPaypalAnswer>;
