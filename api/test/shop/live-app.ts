import type { CheckoutDraftInput } from '@northlight/shared/contracts/checkout.ts';
import { onTestFinished } from 'vitest';
import { sweepPayments } from '../../src/money/provider-events/sweep.ts';
import type { Env } from '../../src/base/settings/env.ts';
import type { Email } from '../../src/email/transport.ts';
import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { startFakePaypal } from '../paypal/fake-paypal.ts';
import type { Purse } from '../paypal/records.ts';
import { startFakeStripe } from '../stripe/fake-stripe.ts';
import type { MEANS } from '../stripe/payment-methods.ts';
import { checkOut, startCard, startPaypal } from './purchase-steps.ts';
import { startTestApp } from './test-app.ts';

export type LiveApp = Awaited<ReturnType<typeof startLiveApp>>;

/** The server in live mode, connected to a fake Stripe and a fake PayPal that send it all their events. */
export async function startLiveApp(env: Partial<Env> = {}, onEmail?: (email: Email) => void) {
  const stripe = await startFakeStripe();
  const paypal = await startFakePaypal();
  const app = await startTestApp({
    onEmail,
    env: {
      ...env,
      payments: {
        mode: 'live',
        stripe: {
          secretKey: stripe.secretKey,
          publishableKey: stripe.publishableKey,
          webhookSecret: stripe.webhookSecret,
          apiBase: stripe.base,
          jsUrl: stripe.scriptUrl,
        },
        paypal: {
          clientId: paypal.clientId,
          clientSecret: paypal.clientSecret,
          webhookId: paypal.webhookId,
          apiBase: paypal.base,
          publicUrl: 'https://shop.example.com',
        },
      },
    },
  });
  // Signatures contain the current time.
  app.clock.now = new Date();
  stripe.webhooks.settings.url = `${app.base}/api/webhooks/stripe`;
  paypal.webhooks.settings.url = `${app.base}/api/webhooks/paypal`;
  onTestFinished(async () => {
    await stripe.close();
    await paypal.close();
  });
  await addAdmin(app);
  const cookie = await loggedIn(app);
  return {
    ...app,
    stripe,
    paypal,
    /** Waits until every event has arrived and been processed. */
    settled: async () => {
      await stripe.webhooks.idle();
      await paypal.webhooks.idle();
      await app.processEvents();
    },
    /** Moves the clock forward, processes events, and sweeps. */
    sweepAfter: async (milliseconds: number) => {
      app.wait(milliseconds);
      await app.processEvents();
      await sweepPayments(app.context);
    },
    see: async (path: string) => (await app.get(path, cookie)).body,
    act: (path: string, body: object) => app.post(path, body, cookie),
  };
}

/** The server in live mode, where somebody is about to pay by card. */
export async function liveCard(draft: CheckoutDraftInput) {
  const app = await startLiveApp();
  return { app, draft, ...(await startCard(app, draft)) };
}

/** The server in live mode, where somebody is about to pay with PayPal. */
export async function livePaypal(draft: CheckoutDraftInput) {
  const app = await startLiveApp();
  return { app, draft, ...(await startPaypal(app, draft)) };
}

/** All steps of a buyer who pays by card, with the answer to the browser's last call. */
export async function payByStripe(
  app: LiveApp,
  draft: CheckoutDraftInput,
  means: keyof typeof MEANS = 'succeeds',
) {
  const { paymentIntentId } = await startCard(app, draft);
  app.stripe.confirm(paymentIntentId, means);
  return { paymentIntentId, ...(await checkOut(app, draft, { paymentIntentId })) };
}

/** The same with PayPal. */
export async function payByPaypal(app: LiveApp, draft: CheckoutDraftInput, purse: Purse = 'pays') {
  const { paypalOrderId } = await startPaypal(app, draft);
  app.paypal.approve(paypalOrderId, purse);
  return { paypalOrderId, ...(await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId })) };
}

/** The server in live mode, where somebody paid by card. */
export async function paidByStripe(draft: CheckoutDraftInput, means?: keyof typeof MEANS) {
  const app = await startLiveApp();
  return { app, draft, ...(await payByStripe(app, draft, means)) };
}

/** The server in live mode, where somebody paid with PayPal. */
export async function paidByPaypal(draft: CheckoutDraftInput, purse?: Purse) {
  const app = await startLiveApp();
  return { app, draft, ...(await payByPaypal(app, draft, purse)) };
}
