import {
  stripeId,
  type FakeCharge,
  type FakeIntent,
  type StripeRecords,
  type StripeFault,
} from './records.ts';
import { BLANK_CHARGE, BLANK_INTENT } from './empty-objects.ts';
import { createMethod, DECLINES, FAILED_AUTHENTICATION, FAILED_DEBIT, MEANS } from './payment-methods.ts';
import { invalid, metadataIn, onlyKnown, StripeRefusal, wholeNumber, type StripeForm } from './http.ts';

const CREATE_PARAMETERS = [
  'amount',
  'automatic_payment_methods',
  'currency',
  'description',
  'expand',
  'metadata',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor_suffix',
];
/** The other means are declined at once. */
const PAYING: ReadonlySet<string> = new Set([
  MEANS.succeeds,
  MEANS['fails later'],
  MEANS['3-D Secure'],
  MEANS.redirect,
  MEANS.debit,
]);
const TO_BE_PAID: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function createIntent(records: StripeRecords, form: StripeForm): FakeIntent {
  onlyKnown(form, CREATE_PARAMETERS);
  const amount = wholeNumber(form, 'amount');
  if (amount < 50)
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  const currency = form.get('currency');
  if (!currency || !/^[a-z]{3}$/i.test(currency))
    throw invalid(`Invalid currency: ${currency}`, { param: 'currency' });
  const email = emailIn(form);
  return addIntent(records, {
    amount,
    currency: currency.toLowerCase(),
    metadata: metadataIn(form),
    receipt_email: email,
    setup_future_usage: form.get('setup_future_usage') === 'off_session' ? 'off_session' : null,
  });
}

function emailIn(form: StripeForm): string | null {
  const email = form.get('receipt_email') ?? null;
  if (email !== null && !/^\S+@\S+\.\S+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'receipt_email' });
  return email;
}

export function updateIntent(intent: FakeIntent, form: StripeForm): FakeIntent {
  onlyKnown(form, ['receipt_email']);
  intent.receipt_email = emailIn(form);
  return intent;
}

type NewIntent = Pick<FakeIntent, 'amount' | 'currency'> & Partial<FakeIntent>;

export function addIntent(records: StripeRecords, given: NewIntent): FakeIntent {
  const id = stripeId('pi');
  const intent: FakeIntent = {
    ...BLANK_INTENT,
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${stripeId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: records.clock.nowS(),
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card', 'link'],
    receipt_email: null,
    setup_future_usage: null,
    status: 'requires_payment_method',
    ...given,
  };
  records.intents.set(id, intent);
  return intent;
}

type Confirmation = { means: string; returnUrl: string; bankPage: string };

/** Throws Stripe's error for a declined card. */
export function confirmIntent(
  records: StripeRecords,
  intent: FakeIntent,
  { means, returnUrl, bankPage }: Confirmation,
): FakeIntent {
  mustBeIn(intent, TO_BE_PAID, 'confirm');
  intent.next_action = null;
  if (PAYING.has(means)) intent.payment_method = createMethod(records, means).id;
  if (means === MEANS['3-D Secure']) {
    askBuyer(intent, { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } });
  } else if (means === MEANS.redirect) {
    const url = `${bankPage}/${intent.id}?client_secret=${intent.client_secret}`;
    askBuyer(intent, { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } });
  } else if (means === MEANS.microdeposits) {
    askBuyer(intent, { type: 'verify_with_microdeposits' });
  } else if (means === MEANS.debit) {
    intent.status = 'processing';
    charge(records, intent, 'pending');
    records.emit('payment_intent.processing', intent);
  } else if (means === MEANS.succeeds || means === MEANS['fails later']) {
    succeed(records, intent);
  } else {
    const fault = DECLINES[means];
    if (!fault)
      throw new StripeRefusal(402, {
        type: 'card_error',
        code: 'incorrect_number',
        message: 'Your card number is incorrect.',
        param: 'number',
      });
    decline(records, intent, fault);
    throw new StripeRefusal(402, fault, { payment_intent: structuredClone(intent) });
  }
  return intent;
}

/** The buyer approves or refuses at the bank. */
export function authenticate(records: StripeRecords, intent: FakeIntent, isAgreed: boolean): FakeIntent {
  mustBeIn(intent, ['requires_action'], 'authenticate');
  if (isAgreed) succeed(records, intent);
  else decline(records, intent, FAILED_AUTHENTICATION);
  return intent;
}

/** The bank accepts or declines a debit. */
export function settleDebit(records: StripeRecords, intent: FakeIntent, isPaid: boolean): FakeIntent {
  mustBeIn(intent, ['processing'], 'settle');
  if (isPaid) succeed(records, intent);
  else decline(records, intent, FAILED_DEBIT);
  return intent;
}

export function cancelIntent(
  records: StripeRecords,
  intent: FakeIntent,
  reason: FakeIntent['cancellation_reason'] = null,
): FakeIntent {
  mustBeIn(intent, TO_BE_PAID, 'cancel');
  intent.status = 'canceled';
  intent.canceled_at = records.clock.nowS();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  records.emit('payment_intent.canceled', intent);
  return intent;
}

export function succeed(records: StripeRecords, intent: FakeIntent): void {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  const pending = intent.latest_charge ? records.charges.get(intent.latest_charge) : undefined;
  if (pending?.status === 'pending')
    Object.assign(pending, {
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: intent.amount,
    });
  else charge(records, intent, 'succeeded');
  records.emit('payment_intent.succeeded', intent);
  records.listener.settled?.(intent);
}

export function decline(records: StripeRecords, intent: FakeIntent, fault: StripeFault): void {
  const pending = intent.latest_charge ? records.charges.get(intent.latest_charge) : undefined;
  const failed = pending?.status === 'pending' ? pending : charge(records, intent, 'failed');
  Object.assign(failed, { status: 'failed', failure_code: fault.code, failure_message: fault.message });
  intent.status = 'requires_payment_method';
  intent.last_payment_error = fault;
  intent.next_action = null;
  intent.payment_method = null;
  records.emit('payment_intent.payment_failed', intent);
  records.listener.settled?.(intent);
}

export function charge(records: StripeRecords, intent: FakeIntent, status: FakeCharge['status']): FakeCharge {
  const isPaid = status === 'succeeded';
  const made: FakeCharge = {
    ...BLANK_CHARGE,
    id: stripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    captured: isPaid,
    created: records.clock.nowS(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: { ...intent.metadata },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    refunded: false,
    status,
  };
  records.charges.set(made.id, made);
  intent.latest_charge = made.id;
  return made;
}

function askBuyer(intent: FakeIntent, action: NonNullable<FakeIntent['next_action']>): void {
  intent.status = 'requires_action';
  intent.next_action = action;
}

function mustBeIn(intent: FakeIntent, statuses: readonly string[], verb: string): void {
  if (statuses.includes(intent.status)) return;
  const fault: StripeFault = {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be used: ${statuses.join(', ')}.`,
  };
  throw new StripeRefusal(400, fault, { payment_intent: structuredClone(intent) });
}
