import * as z from 'zod/mini';
import { optionalUrl, refuse, textThat } from './variables.ts';
import type { OrderMode, PaymentMode } from '@northlight/shared/contracts/payments.ts';
import { isTestKey, paypalKind } from './payment-state.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Another server with Stripe's API. */
  apiBase: string | undefined;
};
export type PaypalSettings = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** PayPal, its sandbox, or another server with the same API. */
  apiBase: string;
  /** Where customers return to. */
  publicUrl: string;
};

const key = (name: string, pattern: RegExp, example: string) =>
  z.optional(textThat((text) => pattern.test(text), `${name} must look like ${example}`));

/** The payment providers' environment variables. */
export const paymentVariables = {
  NODE_ENV: z.optional(z.string()),
  PAYMENTS: z.optional(z.enum(['demo', 'live'], 'PAYMENTS must be one of: demo, live')),
  STRIPE_SECRET_KEY: key('STRIPE_SECRET_KEY', /^[sr]k_(test|live)_\w+$/, 'sk_live_...'),
  STRIPE_PUBLISHABLE_KEY: key('STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'pk_live_...'),
  STRIPE_WEBHOOK_SECRET: key('STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, 'whsec_...'),
  STRIPE_API_BASE: optionalUrl('STRIPE_API_BASE', /^https?$/, 'https://example.com'),
  STRIPE_JS_URL: optionalUrl('STRIPE_JS_URL', /^https?$/, 'https://example.com'),
  PAYPAL_CLIENT_ID: z.optional(z.string()),
  PAYPAL_CLIENT_SECRET: z.optional(z.string()),
  PAYPAL_WEBHOOK_ID: z.optional(z.string()),
  PAYPAL_API_BASE: optionalUrl('PAYPAL_API_BASE', /^https?$/, 'https://example.com'),
};
const Variables = z.object(paymentVariables);
type Variables = z.infer<typeof Variables>;

export type LiveStripe = StripeSettings & { publishableKey: string; jsUrl: string | undefined };

/** Without keys everything is a demo. Demo and live payments are never mixed. */
export type PaymentSettings =
  | { mode: 'demo' }
  | { mode: 'live'; stripe: LiveStripe | null; paypal: PaypalSettings | null };

const PAYPAL_LIVE = 'https://api-m.paypal.com';
const PAYPAL_SANDBOX = 'https://api-m.sandbox.paypal.com';
const IS_PAYPALS_LIVE = /^https:\/\/api(-m)?\.paypal\.com$/;
const STRIPE_PARTS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const PAYPAL_PARTS = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;

/** Decides between demo and live. */
export function paymentSettings(settings: Variables, publicUrl: string): PaymentSettings {
  const hasKeys = [...STRIPE_PARTS, ...PAYPAL_PARTS].some((name) => settings[name] !== undefined);
  const mode: PaymentMode = settings.PAYMENTS ?? (hasKeys ? 'live' : 'demo');
  if (mode === 'demo') {
    if (settings.NODE_ENV === 'production' && settings.PAYMENTS !== 'demo') {
      refuse(
        'NODE_ENV is production, but no payment keys are set. Set the keys, or set PAYMENTS=demo to run without real payments',
      );
    }
    return { mode };
  }
  const stripe = stripeSettings(settings);
  const paypal = paypalSettings(settings, publicUrl, stripe);
  if (!stripe && !paypal)
    refuse('PAYMENTS is live, but no payment keys are set. Set the keys for Stripe, PayPal, or both');
  const hasLiveKeys =
    (stripe && !isTestKey(stripe.secretKey)) || (paypal && IS_PAYPALS_LIVE.test(paypal.apiBase));
  if (hasLiveKeys && !publicUrl.startsWith('https:')) {
    refuse(
      `The payment keys are live keys, but PUBLIC_URL is ${publicUrl}. Set PUBLIC_URL to your shop’s https address, or use test keys`,
    );
  }
  return { mode, stripe, paypal };
}

/** Requires all parts or none, and names the missing ones. */
function isWhole(settings: Variables, parts: readonly (keyof Variables)[]) {
  const missing = parts.filter((name) => settings[name] === undefined);
  if (missing.length > 0 && missing.length < parts.length)
    refuse(`Payments also need ${missing.join(' and ')}`);
  return missing.length === 0;
}

function stripeSettings(settings: Variables): LiveStripe | null {
  if (!isWhole(settings, STRIPE_PARTS)) return null;
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = settings;
  if (isTestKey(secretKey) !== isTestKey(publishableKey)) {
    refuse(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY do not match: one is a test key, the other is a live key',
    );
  }
  return {
    secretKey,
    publishableKey,
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: settings.STRIPE_API_BASE,
    jsUrl: settings.STRIPE_JS_URL,
  };
}

/** PayPal's keys do not tell test from live; only its addresses do. So they follow Stripe's keys. */
function paypalSettings(
  settings: Variables,
  publicUrl: string,
  stripe: LiveStripe | null,
): PaypalSettings | null {
  if (!isWhole(settings, PAYPAL_PARTS)) return null;
  const isTest = stripe !== null && isTestKey(stripe.secretKey);
  const apiBase = (settings.PAYPAL_API_BASE ?? (isTest ? PAYPAL_SANDBOX : PAYPAL_LIVE)).replace(/\/+$/, '');
  const isPaypalsSandbox = /^https:\/\/api(-m)?\.sandbox\.paypal\.com$/.test(apiBase);
  if (stripe && ((isTest && IS_PAYPALS_LIVE.test(apiBase)) || (!isTest && isPaypalsSandbox))) {
    refuse('Test and live keys are mixed. Use test keys for both Stripe and PayPal, or live keys for both');
  }
  return {
    clientId: settings.PAYPAL_CLIENT_ID ?? '',
    clientSecret: settings.PAYPAL_CLIENT_SECRET ?? '',
    webhookId: settings.PAYPAL_WEBHOOK_ID ?? '',
    apiBase,
    publicUrl,
  };
}

/** Whether customers pay with real money. Keys of two kinds are never used together. */
export const isRealMoney = (payments: PaymentSettings): boolean =>
  payments.mode === 'live' &&
  (payments.stripe
    ? !isTestKey(payments.stripe.secretKey)
    : payments.paypal !== null && paypalKind(payments.paypal.apiBase) === 'live');

/** How new orders are paid for. Keys that are missing or wait were, or will be, for real money. */
export const orderModeOf = (payments: PaymentSettings): OrderMode =>
  payments.mode === 'demo' ? 'demo' : isRealMoney(payments) || isClosed(payments) ? 'live' : 'test';

/** Whether nobody can pay, which is not a demo: nobody must get something for a made-up payment. */
export const isClosed = (payments: PaymentSettings): boolean =>
  payments.mode === 'live' && payments.stripe === null && payments.paypal === null;
