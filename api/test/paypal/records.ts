import { randomBytes, randomUUID } from 'node:crypto';

export type PaypalMoney = { currency_code: string; value: string };
export type OrderStatus = 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED';
export type CaptureStatus =
  | 'COMPLETED'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'FAILED';
export type PaypalRefundStatus = 'COMPLETED' | 'PENDING' | 'CANCELLED' | 'FAILED';

/** What happens to the money when the shop captures it. */
export type Purse = 'pays' | 'is refused' | 'cannot pay' | 'pays slowly' | 'is declined';

/**
 * What the real PayPal does, or was reported to do, on a bad day. Tests switch these on one by one or at random.
 */
export const PAYPAL_UNKINDNESSES = [
  /** An activation answers before the setup fee is taken, which the first list does not show yet. */
  'takes the fee later',
  /** A subscription with a future start stays APPROVED until then, and cannot be changed. */
  'stays approved',
  /** `start_time` becomes midnight in California. */
  'starts at midnight',
  /** `last_payment` is missing. */
  'names no last payment',
  /** Just after the activation, the next billing is near. */
  'names an early next billing',
  /** An activation after a suspension bills the same day, and each missed period. */
  'bills missed periods',
  /** A disputed payment is PENDING until the dispute is resolved. */
  'holds disputed payments',
  /** What was just approved or captured is not found by the next read. */
  'misses what is new',
  /** A repeated PayPal-Request-Id with another body is refused. */
  'compares repeated requests',
  /** Lists of transactions contain refunds, with negative amounts. */
  'lists refunds',
  /** After each sale, somebody deactivates the plan and changes its price. */
  'edits plans',
  /** Sales do not name their subscription, only their own ID and the custom ID. */
  'names no subscription in sales',
  /** Three hours after they were created or last changed, orders that were not captured are forgotten. */
  'forgets unpaid orders',
  /** Another plan that the buyer approved is only shown, without an event, from the next payment on. */
  'shows a revision late',
  /** Each period is billed at another hour of its day. */
  'bills at other hours',
  /** Events that nobody subscribed to arrive as well. */
  'sends other events',
] as const;
export type PaypalUnkindness = (typeof PAYPAL_UNKINDNESSES)[number];

export type FakeOrder = {
  id: string;
  status: OrderStatus;
  create_time: string;
  update_time: string;
  amount: PaypalMoney;
  custom_id: string | undefined;
  return_url: string;
  cancel_url: string;
  /** Chosen by the buyer during approval. */
  purse: Purse;
};

export type FakeCapture = {
  id: string;
  orderId: string;
  status: CaptureStatus;
  amount: PaypalMoney;
  custom_id: string | undefined;
  create_time: string;
  /** Why it is pending. */
  reason: string;
};

export type FakePaypalRefund = {
  id: string;
  captureId: string;
  status: PaypalRefundStatus;
  amount: PaypalMoney;
  custom_id: string | undefined;
  note_to_payer: string | undefined;
  create_time: string;
};

export type SubscriptionStatus =
  | 'APPROVAL_PENDING'
  | 'APPROVED'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'EXPIRED';
export type FakePlan = {
  id: string;
  product_id: string;
  name: string;
  status: 'CREATED' | 'ACTIVE' | 'INACTIVE';
  unit: 'MONTH' | 'YEAR';
  price: PaypalMoney;
  threshold: number;
};

export type FakeSubscription = {
  id: string;
  plan: FakePlan;
  status: SubscriptionStatus;
  note: string | undefined;
  custom_id: string | undefined;
  start_time: string;
  create_time: string;
  status_update_time: string;
  setupFee: PaypalMoney;
  isActivatedByShop: boolean;
  return_url: string;
  cancel_url: string;
  purse: Purse;
  /** After so many failed payments in a row, PayPal suspends it. */
  threshold: number;
  /** A new price applies to what is billed from `from` on. */
  prices: { price: PaypalMoney; from: number }[];
  /** Periods are counted from here. */
  countedFrom: string;
  /** The number of periods that were billed or skipped. */
  periods: number;
  /** Another plan that the buyer was asked to approve. */
  revision: { plan: FakePlan; price: PaypalMoney; isApproved: boolean } | null;
  nextBilling: Date | null;
  /** The setup fee was not taken yet. */
  isFeeDue: boolean;
  failure: { time: string; amount: PaypalMoney; tries: number; retryAt: Date | null } | null;
  failedPayments: number;
  outstandingCents: number;
};

export type FakeDispute = {
  id: string;
  transactionId: string;
  status:
    | 'OPEN'
    | 'WAITING_FOR_SELLER_RESPONSE'
    | 'WAITING_FOR_BUYER_RESPONSE'
    | 'UNDER_REVIEW'
    | 'RESOLVED'
    | 'OTHER';
  outcome: string | undefined;
  create_time: string;
  seller_response_due_date: string | undefined;
};

export type FakePaypalEvent = {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: string;
  event_type: string;
  summary: string;
  resource: object;
};

export type PaypalRecords = ReturnType<typeof createPaypalRecords>;

/** The records of the fake, and the events it sends. The URLs of its own pages begin with `base`. */
export function createPaypalRecords(happened: (event: FakePaypalEvent) => void, base: () => string) {
  const orders = new Map<string, FakeOrder>();
  const captures = new Map<string, FakeCapture>();
  const refunds = new Map<string, FakePaypalRefund>();
  const subscriptions = new Map<string, FakeSubscription>();
  /** PayPal's clock runs with ours until `advanceTo` moves it. */
  const clock: { now: Date | null } = { now: null };
  const unkind = new Set<PaypalUnkindness>();
  /** What the next read does not find. */
  const missing = new Set<string>();
  return {
    base,
    unkind,
    /** Called for what was just approved or captured. */
    isNew: (id: string): void => {
      if (unkind.has('misses what is new')) missing.add(id);
    },
    isMissing: (id: string): boolean => missing.delete(id),
    products: new Set<string>(),
    plans: new Map<string, FakePlan>(),
    subscriptions,
    disputes: new Map<string, FakeDispute>(),
    clock,
    now: (): Date => inSeconds(clock.now ?? new Date()),
    /** Throws if a test refers to a subscription that was never created. */
    subscription: (id: string): FakeSubscription => {
      const subscription = subscriptions.get(id);
      if (!subscription) throw new Error(`The fake PayPal knows no subscription ${id}`);
      return subscription;
    },
    /** Of payments that are pending from now on. */
    pendingReason: 'ECHECK',
    orders,
    captures,
    refunds,
    /** Throws if a test refers to an order that was never created. */
    order: (id: string): FakeOrder => {
      const order = orders.get(id);
      if (!order) throw new Error(`The fake PayPal knows no order ${id}`);
      return order;
    },
    capturesOf: (orderId: string) => [...captures.values()].filter((capture) => capture.orderId === orderId),
    refundsOf: (captureId: string) =>
      [...refunds.values()].filter((refund) => refund.captureId === captureId),
    emit: (type: string, resource: object): void => happened(paypalEvent(type, resource)),
  };
}

export const paypalEvent = (event_type: string, resource: object): FakePaypalEvent => ({
  id: `WH-${paypalId()}-${paypalId()}`,
  event_version: '1.0',
  create_time: now(),
  resource_type: RESOURCE_TYPES.find(([types]) => types.test(event_type))?.[1] ?? 'capture',
  event_type,
  summary: event_type,
  resource: structuredClone(resource),
});

const RESOURCE_TYPES: [RegExp, string][] = [
  [/^CHECKOUT\.ORDER/, 'checkout-order'],
  [/REFUND/, 'refund'],
  [/^BILLING\.SUBSCRIPTION/, 'subscription'],
  [/^PAYMENT\.SALE/, 'sale'],
  [/^CUSTOMER\.DISPUTE/, 'dispute'],
];

/** Seventeen uppercase letters and digits. */
export const paypalId = (): string => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
export const debugId = (): string => randomUUID().replaceAll('-', '').slice(0, 13);
/** PayPal's times have no milliseconds. */
const inSeconds = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000);
export const textOf = (time: Date): string => `${inSeconds(time).toISOString().slice(0, -'.000Z'.length)}Z`;
export const now = (): string => textOf(new Date());

export const cents = ({ value }: PaypalMoney): number => Math.round(Number(value) * 100);
export const money = (amountCents: number, currency_code: string): PaypalMoney => ({
  currency_code,
  value: (amountCents / 100).toFixed(2),
});
