import * as z from 'zod/mini';
import { ById, type EndpointTable, act, call } from './endpoint.ts';
import { text } from './texts.ts';

export const PAYMENT_METHODS = ['credit-card', 'paypal'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** How an order was paid: in the shop, or recorded by an owner. */
export const ORDER_METHODS = [...PAYMENT_METHODS, 'by-hand'] as const;
export type OrderMethod = (typeof ORDER_METHODS)[number];

/** How money comes without a provider. */
export const BY_HAND_WAYS = ['check', 'transfer', 'cash', 'other'] as const;
export type ByHandWay = (typeof BY_HAND_WAYS)[number];
export const BY_HAND_WORDS: Record<ByHandWay, string> = {
  check: 'by check',
  transfer: 'by bank transfer',
  cash: 'in cash',
  other: 'outside the shop',
};
/** "by check 1043", "in cash (receipt 12)" */
export const byHandText = ({ way, reference }: { way: ByHandWay; reference: string }): string =>
  [BY_HAND_WORDS[way], way === 'check' || way === 'transfer' || !reference ? reference : `(${reference})`]
    .join(' ')
    .trim();

const METHOD_WORDS: Record<string, string> = {
  'credit-card': 'Card',
  paypal: 'PayPal',
  check: 'Check',
  transfer: 'Bank transfer',
  cash: 'Cash',
};
/** How an order was paid, in a column: "Card", "Check". */
export const methodWords = (method: string): string => METHOD_WORDS[method] ?? 'Outside the shop';

export const PAYMENT_MODES = ['demo', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** How an order is paid for: without a provider, with a provider's test keys, or with real money. */
export const ORDER_MODES = ['demo', 'test', 'live'] as const;
export type OrderMode = (typeof ORDER_MODES)[number];

/** What customers read about such an order. */
export const noMoneyText = (mode: Exclude<OrderMode, 'live'>) =>
  `This is a ${mode}. No real payments are made.`;

/** What the dashboard calls how an order is paid. */
export const MODE_MARKS: Record<OrderMode, string> = { demo: 'Demo', test: 'Test', live: 'Live' };

const PROVIDER_NAMES: Record<string, string> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  'demo-card': 'Demo card',
  'demo-paypal': 'Demo PayPal',
  'by-hand': 'Outside the shop',
};

/** The display name of a payment provider. */
export const providerWords = (provider: string): string => PROVIDER_NAMES[provider] ?? provider;

export const PaymentModeResponse = z.object({
  mode: z.enum(PAYMENT_MODES),
  /** The payment methods that this shop has keys for. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /** What the browser needs for live card payments. `jsUrl` is set if the script is not Stripe's own. */
  stripe: z.nullable(z.object({ publishableKey: z.string(), jsUrl: z.nullable(z.string()) })),
});
export type PaymentModeResponse = z.infer<typeof PaymentModeResponse>;

/** A customer’s complaint about a charge, at their bank or at PayPal. */
export const Dispute = z.object({
  /** The provider's ID. */
  id: z.string(),
  /** The provider's word, such as "fraudulent". */
  reason: z.string(),
  status: z.enum(['open', 'won', 'lost']),
  /** The deadline for an answer, as ISO 8601; null if none is needed. */
  respondBy: z.nullable(z.string()),
  /** The provider's page where the business answers. */
  url: z.string(),
  /** What it is about. Absent if the provider doesn't say. */
  amountCents: z.optional(z.int()),
  /** A question of the bank or the customer, which takes no money back yet. */
  isInquiry: z.optional(z.boolean()),
  /** When the shop heard that it was lost, as ISO 8601. */
  lostAt: z.optional(z.string()),
});
export type Dispute = z.infer<typeof Dispute>;

/** Whether the bank has the money, or may take it: nothing is refunded, and nobody waits for this customer's order. */
export const holdsMoney = ({ status, isInquiry }: Dispute): boolean =>
  status === 'lost' || (status === 'open' && !isInquiry);

export const amountInDollars = z
  .number('Please enter an amount')
  .check(
    z.gt(0, 'Please enter an amount greater than zero'),
    z.lte(99_999, 'Amount is too large'),
    z.refine<number>(isWholeCents, 'Please use no more than two decimal places'),
  );

/**
 * Rejects fractions of a cent, because rounding would use a different amount than was typed. The tolerance
 * accepts values such as 0.1 + 0.2.
 */
function isWholeCents(dollars: number): boolean {
  const cents = dollars * 100;
  return Math.abs(cents - Math.round(cents)) < 1e-6;
}

/**
 * Without `amount` (US dollars), everything left is refunded. The page generates `refundKey`, so that a
 * repeated request is the same refund.
 */
export const RefundRequest = z.object({
  amount: z.optional(amountInDollars),
  reason: text(1_000, 'Please enter a reason. The customer will see it.'),
  refundKey: z.uuid('Must be a UUID'),
  /** How the money was returned. Only for a payment that was recorded by hand, which must have it. */
  way: z.optional(z.enum(BY_HAND_WAYS, 'Please say how it was returned')),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** `by` is null for a refund made on the provider's site, or made by the shop for a duplicate payment. */
export const CaseRefund = z.object({
  id: z.int(),
  amount: z.string(),
  /** The sales tax included in the amount. */
  tax: z.string(),
  reason: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  failure: z.nullable(z.string()),
  /** How it was returned, if no provider did it. */
  way: z.nullable(z.enum(BY_HAND_WAYS)),
  by: z.nullable(z.string()),
  createdAt: z.string(),
});
export type CaseRefund = z.infer<typeof CaseRefund>;
export type RefundStatus = CaseRefund['status'];

export const CasePayment = z.object({
  id: z.int(),
  provider: z.string(),
  providerPaymentId: z.nullable(z.string()),
  /** `processing`: the customer has paid, and the provider is waiting for the money. */
  status: z.enum(['open', 'processing', 'paid', 'failed']),
  amount: z.string(),
  /** The amount received, with its currency in capitals. Null if nothing was received. */
  received: z.nullable(z.string()),
  reviewReason: z.nullable(z.string()),
  dispute: z.nullable(Dispute),
  /** Nothing was received, and the order needs nothing: abandoned, or replaced by another payment. */
  isUnused: z.boolean(),
  refunds: z.array(CaseRefund),
  /** The amount that can still be refunded, in US dollars as text. */
  refundable: z.string(),
  /** What else a refund of everything does, as sentences. Empty if nothing. */
  ifWhole: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CasePayment = z.infer<typeof CasePayment>;
export type PaymentRowStatus = CasePayment['status'];

// Calls that exist only in demo mode and replace the provider's pages.

export const DemoCard = z.object({
  clientSecret: z.string().check(z.startsWith('pi_dev_'), z.maxLength(200)),
  cardNumber: z.string('Please enter a card number').check(
    z.regex(/^[\d ]{12,24}$/, 'Please enter the full card number'),
    z.overwrite((digits: string) => digits.replaceAll(' ', '')),
  ),
  /** True for the second attempt, after `requires_action`. */
  isConfirmed: z._default(z.boolean(), false),
});
export type DemoCardInput = z.input<typeof DemoCard>;

export const DemoPaypal = z.object({
  paypalOrderId: z.string().check(z.minLength(1), z.maxLength(200)),
  decision: z.enum(['approve', 'cancel']),
});
export type DemoPaypalInput = z.input<typeof DemoPaypal>;

export const DemoCardResponse = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['succeeded', 'requires_action']) }),
  /** `isOver`: the shop has ended this payment, and a new one is needed. */
  z.object({ status: z.literal('declined'), message: z.string(), isOver: z.optional(z.literal(true)) }),
]);
export type DemoCardResponse = z.infer<typeof DemoCardResponse>;

export const DemoPaypalResponse = z.object({ returnUrl: z.string() });
export type DemoPaypalResponse = z.infer<typeof DemoPaypalResponse>;

const DEMO_LIMIT = { name: 'demo-payments', perMinute: 60 };
/** Far more than a provider sends from one network. */
const EVENTS_PER_MINUTE = 600;
const WebhookResponse = z.object({ received: z.literal(true) });

export const paymentEndpoints = {
  'GET /api/payment-mode': {
    access: 'public',
    summary: 'Returns the payment methods and what the browser needs for them.',
    response: PaymentModeResponse,
  },
  'POST /api/admin/payments/:id/refund': act(
    'manage',
    'Refunds a payment in full or in part, or records how money was returned.',
    { params: ById, body: RefundRequest },
  ),
  'POST /api/demo-payments/card': call('public', 'Confirms a demo card. Demo mode only.', DemoCardResponse, {
    limits: [DEMO_LIMIT],
    body: DemoCard,
  }),
  'POST /api/demo-payments/paypal': call(
    'public',
    'Approves or cancels a demo PayPal payment. Demo mode only.',
    DemoPaypalResponse,
    { limits: [DEMO_LIMIT], body: DemoPaypal },
  ),
  'POST /api/webhooks/stripe': call('public', 'Receives an event signed by Stripe.', WebhookResponse, {
    limits: [{ name: 'webhooks-stripe', perMinute: EVENTS_PER_MINUTE }],
  }),
  'POST /api/webhooks/paypal': call('public', 'Receives an event signed by PayPal.', WebhookResponse, {
    limits: [{ name: 'webhooks-paypal', perMinute: EVENTS_PER_MINUTE }],
  }),
} satisfies EndpointTable;
