import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { Values } from '../../base/settings/connections.ts';
import { accountOf } from '../../base/settings/saved-connections.ts';
import { createStripeClient } from '../../money/payments/stripe/client.ts';
import { STRIPE_EVENTS } from '../../money/payments/stripe/events.ts';
import { isPublic } from '../../base/settings/env.ts';
import { messageOf } from '../doctor/check.ts';
import { statusOf } from '../doctor/payment-checks.ts';
import { missingOf, STRIPE_PERMISSIONS } from '../doctor/permission-checks.ts';
import { NOT_CALLED, Problem, type Service, type Trial } from './service.ts';

const NO_NAME =
  'The name of the account isn’t known, because this restricted key lacks Accounts (read). Compare the key with Stripe’s dashboard.';
const KEYS = 'Copy both keys from the same page of Stripe’s dashboard, under Developers, API keys.';
/** Stripe's least amount. It is canceled at once, and nobody is charged. */
const TRIAL_CENTS = 50;

export const stripeService: Service = {
  unmade: () => ({ webhookSecret: `whsec_${randomBytes(32).toString('hex')}` }),
  refuse({ publishableKey = '', secretKey = '' }, { publicUrl }) {
    if (/^[sr]k_/.test(publishableKey))
      throw new Problem('publishableKey', 'This is a secret key. Put it in the field below.');
    if (!/^pk_(test|live)_\w+$/.test(publishableKey))
      throw new Problem(
        'publishableKey',
        'This isn’t a publishable key. It starts with pk_test_ or pk_live_.',
      );
    if (secretKey.startsWith('pk_'))
      throw new Problem('secretKey', 'This is a publishable key. Put it in the field above.');
    if (secretKey.startsWith('whsec_'))
      throw new Problem(
        'secretKey',
        'This is the secret of a webhook. The shop makes its own webhook, and needs the secret key.',
      );
    if (!/^[sr]k_(test|live)_\w+$/.test(secretKey))
      throw new Problem('secretKey', 'This isn’t a secret key. It starts with sk_ or rk_.');
    if (isLive(publishableKey) !== isLive(secretKey))
      throw new Problem('secretKey', `One key is a test key and the other is a live key. ${KEYS}`);
    if (isLive(secretKey) && !publicUrl.startsWith('https:'))
      throw new Problem(
        'secretKey',
        `Live keys need an address with https, and the shop’s address is ${publicUrl}. Use test keys until then.`,
      );
  },

  async connect(trial) {
    const { values, before, env } = trial;
    const { publishableKey = '', secretKey = '' } = values;
    const settings = accountOf(env, 'stripe', values)?.stripe;
    if (!settings) throw new Error('Stripe’s settings can’t be read.');
    const stripe = createStripeClient(settings);
    const account = await readAccount(stripe, secretKey);
    if (isLive(secretKey) && account && !account.charges_enabled)
      throw new Problem(
        'secretKey',
        'Stripe says that this account can’t take payments yet. Finish its activation in Stripe’s dashboard.',
      );
    if (secretKey.startsWith('rk_')) await requirePermissions(stripe);
    if (before?.['publishableKey'] !== publishableKey || before['secretKey'] !== secretKey)
      await requireSameAccount(stripe, createStripeClient({ ...settings, secretKey: publishableKey }));
    const name = account && (nameOf(account) || account.id);
    const found: Values = account
      ? { account: `${account.id} ${isLive(secretKey) ? 'live' : 'test'}`, accountName: name ?? '' }
      : {};
    trial.requireAccount(found);
    const isCalled = isPublic(env);
    const webhook = isCalled
      ? await ensureWebhook(stripe, `${env.publicUrl}/api/webhooks/stripe`, trial)
      : { made: { webhookId: '', webhookSecret: values['webhookSecret'] ?? '' } };
    return {
      ...webhook,
      made: { ...webhook.made, ...found },
      facts: [
        account ? [name, account.country].filter(Boolean).join(', ') : NO_NAME,
        isLive(secretKey) ? 'Live keys, for real money.' : 'Test keys: no real money is taken.',
        ...(account && isLive(secretKey) ? payoutFacts(account) : []),
        isCalled ? 'The webhook is set up.' : NOT_CALLED,
      ],
    };
  },
};

const isLive = (key: string): boolean => key.includes('_live_');

const Account = z.object({
  id: z.string(),
  country: z.nullish(z.string()),
  charges_enabled: z.boolean(),
  payouts_enabled: z.nullish(z.boolean()),
  requirements: z.nullish(z.object({ currently_due: z.nullish(z.array(z.string())) })),
  email: z.nullish(z.string()),
  business_profile: z.nullish(z.object({ name: z.nullish(z.string()) })),
  settings: z.nullish(z.object({ dashboard: z.nullish(z.object({ display_name: z.nullish(z.string()) })) })),
});

type Account = z.infer<typeof Account>;

const nameOf = ({ business_profile, settings, email }: Account) =>
  business_profile?.name || settings?.dashboard?.display_name || email;

/** Stripe can take payments and keep them until it knows more. */
function payoutFacts({ payouts_enabled, requirements }: Account): string[] {
  const isDue = (requirements?.currently_due ?? []).length > 0;
  if (payouts_enabled !== false && !isDue) return [];
  const what =
    payouts_enabled === false
      ? 'Stripe doesn’t pay out to your bank account yet.'
      : 'Stripe asks for more details about your business.';
  return [`${what} See what it needs in Stripe’s dashboard.`];
}

/** Null for a restricted key that may not read it. */
async function readAccount(stripe: Stripe, secretKey: string): Promise<Account | null> {
  try {
    return Account.parse(await stripe.rawRequest('GET', '/v1/account'));
  } catch (error) {
    const status = statusOf(error);
    if (status === 401)
      throw new Problem(
        'secretKey',
        'Stripe doesn’t accept this key. It may be incomplete, or it was revoked. Copy it again.',
      );
    if (status === 403 && secretKey.startsWith('rk_')) return null;
    if (status === 403) throw lacking(['Accounts (read)']);
    throw unanswered();
  }
}

const lacking = (names: readonly string[]) =>
  new Problem(
    'secretKey',
    `This restricted key lacks ${names.join(', ')}. Add what is missing in Stripe’s dashboard, under Developers, API keys.`,
  );
const unanswered = () =>
  new Problem('secretKey', 'Stripe didn’t answer, so the keys weren’t checked. Try again in a minute.');

async function requirePermissions(stripe: Stripe): Promise<void> {
  const needed = [
    ...STRIPE_PERMISSIONS,
    ['Webhook Endpoints (write)', 'POST', '/v1/webhook_endpoints/we_northlightcheck'] as const,
  ];
  const missing = await missingOf(
    needed.map(([name, method, path, params]) => [name, method, path, params] as const),
    ([, method, path, params]) => stripe.rawRequest(method, path, params),
  );
  if (!missing) throw unanswered();
  if (missing.length > 0) throw lacking(missing);
}

/** Only a publishable key of the same account sees the account's payment. */
async function requireSameAccount(stripe: Stripe, asBuyer: Stripe): Promise<void> {
  try {
    const intent = await stripe.paymentIntents.create({
      amount: TRIAL_CENTS,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
      metadata: { check: 'keys' },
    });
    try {
      await asBuyer.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret ?? '' });
    } catch (error) {
      const status = statusOf(error);
      if (status !== 401 && status !== 404) throw error;
      throw new Problem(
        'publishableKey',
        status === 401
          ? `Stripe doesn’t accept this key. ${KEYS}`
          : `This key belongs to another Stripe account than the secret key. ${KEYS}`,
      );
    } finally {
      await stripe.paymentIntents.cancel(intent.id);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    const status = statusOf(error);
    if (status === undefined || status >= 500 || status === 429) throw unanswered();
    throw new Problem('secretKey', `Stripe refuses payments in dollars with this key: ${messageOf(error)}`);
  }
}

/**
 * The shop's own endpoint with every event that it needs. Stripe tells an endpoint's secret only when it is made, so one
 * whose secret is not known here is replaced: by the new one, once that is saved.
 */
async function ensureWebhook(stripe: Stripe, url: string, { before }: Trial) {
  const enabled_events = [...STRIPE_EVENTS];
  const create = () =>
    stripe.webhookEndpoints.create({ url, enabled_events, api_version: Stripe.API_VERSION });
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const { webhookId = '', webhookSecret = '' } = before ?? {};
    const kept = data.find(({ id }) => id === webhookId && webhookSecret !== '');
    // A stop before cleaning up leaves one.
    const useless = data.filter((endpoint) => endpoint.url === url && endpoint.id !== kept?.id);
    const removeUseless = async () => {
      for (const { id } of useless) await stripe.webhookEndpoints.del(id);
    };
    if (kept) {
      const lacks = STRIPE_EVENTS.some((event) => !kept.enabled_events.includes(event));
      if (kept.status !== 'enabled' || kept.url !== url || lacks)
        await stripe.webhookEndpoints.update(kept.id, { url, enabled_events, disabled: false });
      return { made: { webhookId: kept.id, webhookSecret }, afterwards: removeUseless };
    }
    const made = await create().catch(async (error: unknown) => {
      if (!isFull(error) || useless.length === 0) throw error;
      await removeUseless();
      useless.length = 0;
      return create();
    });
    return { made: { webhookId: made.id, webhookSecret: made.secret ?? '' }, afterwards: removeUseless };
  } catch (error) {
    const status = statusOf(error);
    if (status === 403) throw lacking(['Webhook Endpoints (write)']);
    if (status !== 400) throw unanswered();
    throw new Problem(
      'secretKey',
      isFull(error)
        ? 'This Stripe account has as many webhooks as it can have. Delete one in Stripe’s dashboard, under Developers, Webhooks.'
        : `Stripe refused to make a webhook: ${messageOf(error)}`,
    );
  }
}

/** "You have reached the maximum of 16 test webhook endpoints." It has no code. */
const isFull = (error: unknown): boolean => /maximum of \d+/.test(messageOf(error));
