/**
 * Runs a shop in live mode with fake Stripe, PayPal, and Mailchimp servers, for browser tests. The shop uses
 * PORT and DATA_DIR.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startFakeMailchimp } from '../mailchimp/fake-mailchimp.ts';
import { startFakePaypal } from '../paypal/fake-paypal.ts';
import { startFakeStripe } from '../stripe/fake-stripe.ts';
import { liveSettings } from './live-settings.ts';

const origin = process.env['PUBLIC_URL'] ?? 'http://localhost:3000';
const stripe = await startFakeStripe({ webhookUrl: `${origin}/api/webhooks/stripe` });
const paypal = await startFakePaypal({ webhookUrl: `${origin}/api/webhooks/paypal` });
const mailchimp = await startFakeMailchimp();
const shop = spawn(process.execPath, [fileURLToPath(new URL('../../dist/main.js', import.meta.url))], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...liveSettings(stripe, paypal),
    MAILCHIMP_API_KEY: mailchimp.key,
    MAILCHIMP_LIST_ID: mailchimp.listId,
    MAILCHIMP_API_BASE: mailchimp.base,
  },
});
shop.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => shop.kill(signal));
