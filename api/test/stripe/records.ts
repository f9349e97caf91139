import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import { createBillingRecords, type FakePaymentMethod, type Wire } from './billing-records.ts';

/** The part of an error that Stripe also stores in the intent. */
export type StripeFault = Pick<
  NonNullable<FakeIntent['last_payment_error']>,
  'type' | 'code' | 'decline_code' | 'param'
> & { message: string };

export type FakeIntent = Wire<Stripe.PaymentIntent>;
export type FakeCharge = Wire<Stripe.Charge> & { payment_intent: string };
export type FakeRefund = Wire<Stripe.Refund> & { charge: string };
export type FakeDispute = Omit<
  Wire<Stripe.Dispute>,
  'balance_transactions' | 'enhanced_eligibility_types' | 'evidence'
>;
export type FakeStripeEvent = Omit<Wire<Stripe.Event>, 'data' | 'type'> & {
  data: { object: Record<string, unknown> };
  type: string;
};

/** An expanded charge shows this many of its refunds. */
const LISTED = 10;

/**
 * What the real Stripe does on a bad day, or with other settings in its dashboard. Tests switch these on one by one
 * or at random.
 */
export const STRIPE_UNKINDNESSES = [
  /** The first list does not show a new subscription yet. */
  'lists late',
  /** The key may not write Prices. */
  'makes no prices',
  /** Every charge without the buyer asks for a confirmation first. */
  'asks for a confirmation later',
  /** When all retries have failed, a subscription stays unpaid or past due instead of being canceled. */
  'leaves subscriptions unpaid',
  'leaves subscriptions past due',
  /** The customer portal was never saved in the dashboard. */
  'has no portal',
  /** Somebody archived the product. */
  'archives products',
  /** Some kinds of payment methods cannot be saved. */
  'saves only cards',
  /** The page of an invoice expires after 30 days. */
  'lets invoice pages expire',
  /** A draft is finalized after three hours. */
  'finalizes late',
  /** Customers have a credit that pays a part of each invoice. */
  'has a credit',
  /** Events that nobody subscribed to arrive as well. */
  'sends other events',
] as const;
export type StripeUnkindness = (typeof STRIPE_UNKINDNESSES)[number];

export type StripeRecords = ReturnType<typeof createStripeRecords>;

/**
 * The records of the fake, and the events it sends. Each event contains its object as it was at that moment.
 */
export function createStripeRecords(happened: (event: FakeStripeEvent) => void) {
  const intents = new Map<string, FakeIntent>();
  const charges = new Map<string, FakeCharge>();
  const refunds = new Map<string, FakeRefund>();
  const disputes = new Map<string, FakeDispute>();
  const methods = new Map<string, FakePaymentMethod>();
  const clock = createClock();
  const refundsOf = (chargeId: string) =>
    // Newest first, as Stripe lists them.
    [...refunds.values()].filter(({ charge }) => charge === chargeId).toReversed();
  const unkind = new Set<StripeUnkindness>();
  const emit = (type: string, object: object): FakeStripeEvent => {
    const event = stripeEvent(type, object, clock.nowS());
    happened(event);
    return event;
  };
  return {
    unkind,
    /** What the next list does not show. */
    unlisted: new Set<string>(),
    intents,
    charges,
    refunds,
    disputes,
    methods,
    clock,
    ...createBillingRecords(),
    /** Told when a payment has succeeded or failed. */
    listener: {} as { settled?: (intent: FakeIntent) => void },
    /** Throws if a test refers to a payment that was never started. */
    intent: (id: string): FakeIntent => found(intents, id),
    charge: (id: string): FakeCharge => found(charges, id),
    refundsOf,
    emit,
    /** An event that the shop's webhook does not ask for. */
    emitOther: (type: string, object: object): void => {
      if (unkind.has('sends other events')) emit(type, object);
    },
    /** An intent as the API shows it, with the parts in `expand`. */
    present: (intent: FakeIntent, expand: string[] = []): object => {
      const charge = intent.latest_charge ? charges.get(intent.latest_charge) : undefined;
      const method = expand.includes('payment_method') && methods.get(intent.payment_method ?? '');
      if (method) return { ...intent, payment_method: method };
      if (!charge || !expand.some((path) => /^latest_charge(\.|$)/.test(path))) return intent;
      const all = refundsOf(charge.id);
      const list = { object: 'list', data: all.slice(0, LISTED), has_more: all.length > LISTED };
      return {
        ...intent,
        latest_charge: { ...charge, ...(expand.includes('latest_charge.refunds') && { refunds: list }) },
      };
    },
  };
}

export function stripeEvent(type: string, object: object, created = nowS()): FakeStripeEvent {
  return {
    id: stripeId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created,
    data: { object: structuredClone(object) as Record<string, unknown> },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

export const stripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const nowS = (): number => Math.floor(Date.now() / 1_000);

/** The time at Stripe: the real time until a test sets one, which then stands still, so that a slow machine changes nothing. */
function createClock() {
  let set: number | undefined;
  return {
    nowS: (): number => Math.floor((set ?? Date.now()) / 1_000),
    set: (now: Date): void => {
      set = now.getTime();
    },
  };
}

export function found<Thing>(things: Map<string, Thing>, id: string): Thing {
  const thing = things.get(id);
  if (!thing) throw new Error(`The fake Stripe knows no ${id}`);
  return thing;
}
