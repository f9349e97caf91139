/** A shop in live mode between servers that speak Stripe's and PayPal's wire, for browser tests. PORT and DATA_DIR are the shop's. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startFakePaypal } from './fake-paypal.ts';
import { startFakeStripe } from './fake-stripe.ts';

const origin = process.env['PUBLIC_URL'] ?? 'http://localhost:3000';
const stripe = await startFakeStripe({ webhookUrl: `${origin}/api/webhooks/stripe` });
const paypal = await startFakePaypal({ webhookUrl: `${origin}/api/webhooks/paypal` });
const shop = spawn(process.execPath, [fileURLToPath(new URL('../main.js', import.meta.url))], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PAYMENTS: 'live',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
    STRIPE_JS_URL: stripe.scriptUrl,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
    PAYPAL_API_BASE: paypal.base,
  },
});
shop.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => shop.kill(signal));
