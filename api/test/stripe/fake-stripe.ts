import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startFakeProvider } from '../provider/fake-provider.ts';
import { createWebhooks } from '../provider/webhooks.ts';
import { createStripeRecords, stripeId, type FakeIntent, type FakeStripeEvent } from './records.ts';
import { authenticate, confirmIntent, settleDebit } from './intents.ts';
import { advanceTo } from './billing-clock.ts';
import { createBillingActions } from './billing-actions.ts';
import { invoiceSettled } from './invoices.ts';
import { MEANS } from './payment-methods.ts';
import { closeDispute, dispute, failRefund, refund } from './refunds.ts';
import { createStripeReplays } from './idempotency.ts';
import { answerAsStripe, type StripeDeps } from './routes.ts';
import { StripeRefusal, tooMany } from './http.ts';

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;
type Options = {
  port?: number;
  webhookUrl?: string;
  webhookSecret?: string;
  secretKey?: string;
  publishableKey?: string;
};

/** A server with the Stripe calls that the shop makes, and records. It works without a test runner. */
export async function startFakeStripe({
  port = 0,
  webhookUrl,
  webhookSecret = `whsec_${randomBytes(16).toString('hex')}`,
  secretKey = `sk_test_${randomBytes(16).toString('hex')}`,
  publishableKey = `pk_test_${randomBytes(16).toString('hex')}`,
}: Options = {}) {
  /** Signs the time and the raw body, as Stripe does. */
  const sign = (body: string, at = records.clock.nowS(), secret = webhookSecret): string =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  const webhooks = createWebhooks<FakeStripeEvent>(webhookUrl, (body) => ({
    'stripe-signature': sign(body),
  }));
  const records = createStripeRecords(webhooks.happened);
  records.listener.settled = (intent) => invoiceSettled(records, intent);
  const replays = createStripeReplays();
  const settings: StripeDeps['state'] = {
    refundStatus: 'succeeded',
    webhookEndpoints: [],
    endpointSecrets: new Map(),
    account: {
      id: stripeId('acct'),
      object: 'account',
      country: 'US',
      charges_enabled: true,
      business_profile: { name: 'Marlow Bicycles' },
    },
    forbidden: null,
  };

  const deps: StripeDeps = {
    records,
    replays,
    secretKey,
    publishableKey,
    state: settings,
    base: () => server.base,
    script: () => readBeside('payment-element.js') + readBeside('browser.js'),
  };
  const others: StripeDeps[] = [];
  const server = await startFakeProvider({
    port,
    answer: (call) => {
      const key = `${call.headers.authorization} ${call.query.get('key')} ${call.body}`;
      const isOf = (account: StripeDeps) =>
        [account.secretKey, account.publishableKey].some((own) => key.includes(own));
      const answer = answerAsStripe(others.find(isOf) ?? deps, call);
      const date = new Date(records.clock.nowS() * 1_000).toUTCString();
      return { ...answer, headers: { 'Request-Id': stripeId('req'), Date: date, ...answer.headers } };
    },
    tooMany,
  });
  const chargeOf = (intentId: string) => records.charge(records.intent(intentId).latest_charge ?? '');

  return {
    ...server,
    secretKey,
    publishableKey,
    webhookSecret,
    deps,
    /** Another account at the same address. Each has its own keys. */
    alsoServes: (other: { deps: StripeDeps }): void => void others.push(other.deps),
    /** The value for STRIPE_JS_URL. */
    scriptUrl: `${server.base}/stripe.js`,
    records,
    webhooks,
    settings,
    sign,
    /** Forgets all idempotency keys, as Stripe does after a day. */
    forgetKeys: replays.forget,
    /** Does what the buyer's browser does. A declined card is recorded in the intent and throws nothing. */
    confirm: (intentId: string, means: keyof typeof MEANS, returnUrl = 'http://localhost/'): FakeIntent => {
      const intent = records.intent(intentId);
      try {
        return confirmIntent(records, intent, {
          means: MEANS[means],
          returnUrl,
          bankPage: `${server.base}/bank`,
        });
      } catch (error) {
        if (error instanceof StripeRefusal && error.status === 402) return intent;
        throw error;
      }
    },
    /** Time passes, and Stripe bills what is due. */
    advanceTo: (now: Date): void => advanceTo(records, now),
    ...createBillingActions(records),
    /** Simulates a shop that moved to another Stripe account. */
    forget: (intentId: string): void => void records.intents.delete(intentId),
    authenticate: (intentId: string, isAgreed: boolean): FakeIntent =>
      authenticate(records, records.intent(intentId), isAgreed),
    settleDebit: (intentId: string, isPaid: boolean): FakeIntent =>
      settleDebit(records, records.intent(intentId), isPaid),
    refundAtDashboard: (intentId: string, amountCents?: number) =>
      refund(records, chargeOf(intentId), {
        amount: amountCents,
        reason: null,
        metadata: {},
        status: 'succeeded',
      }),
    failRefund: (refundId: string): void => {
      const made = records.refunds.get(refundId);
      if (made) failRefund(records, made);
    },
    dispute: (intentId: string): void => dispute(records, chargeOf(intentId)),
    closeDispute: (intentId: string, status: 'won' | 'lost'): void =>
      closeDispute(records, chargeOf(intentId), status),
    close: async (): Promise<void> => {
      await webhooks.close();
      await server.close();
    },
  };
}

const readBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
