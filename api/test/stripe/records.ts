import { randomBytes } from 'node:crypto';
import type { BLANK_CHARGE, BLANK_INTENT, BLANK_REFUND } from './empty-objects.ts';
import { createBillingRecords, type FakePaymentMethod } from './billing-records.ts';

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

/** The part of an error that Stripe also stores in the intent. */
export type StripeFault = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
};

export type FakeIntent = typeof BLANK_INTENT & {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: 0;
  amount_received: number;
  automatic_payment_methods: { allow_redirects: 'always'; enabled: true };
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic_async';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  /** Only for an invoice. */
  customer: string | null;
  description: null;
  last_payment_error: StripeFault | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action:
    | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect' } }
    | { type: 'verify_with_microdeposits' }
    | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } }
    | null;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  setup_future_usage: string | null;
  status: IntentStatus;
};

export type FakeCharge = typeof BLANK_CHARGE & {
  captured: boolean;
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  created: number;
  currency: string;
  customer: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Record<string, string>;
  paid: boolean;
  payment_intent: string;
  payment_method: string | null;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
};

export type FakeRefund = typeof BLANK_REFUND & {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
};

export type FakeDispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
};

export type FakeStripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
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
