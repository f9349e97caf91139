import * as z from 'zod/mini';
import type { Values } from '../../base/settings/connections.ts';
import { createPaypalClient, PaypalRefusal, type PaypalClient } from '../../money/payments/paypal/client.ts';
import { PAYPAL_EVENTS } from '../../money/payments/paypal/events.ts';
import { isPublic } from '../../base/settings/env.ts';
import { statusOf } from '../doctor/payment-checks.ts';
import { missingOf, PAYPAL_FEATURES } from '../doctor/permission-checks.ts';
import { paypalKind, UNSEEN_BASE } from '../../base/settings/payment-state.ts';
import { NOT_CALLED, Problem, type Service } from './service.ts';

const LIVE = 'https://api-m.paypal.com';
const SANDBOX = 'https://api-m.sandbox.paypal.com';
const WEBHOOKS = '/v1/notifications/webhooks';
const Webhooks = z.object({
  webhooks: z.array(
    z.object({ id: z.string(), url: z.string(), event_types: z.array(z.object({ name: z.string() })) }),
  ),
});
type Webhook = z.infer<typeof Webhooks>['webhooks'][number];

export const paypalService: Service = {
  unmade: () => ({ webhookId: 'unmade', apiBase: UNSEEN_BASE }),
  async connect({ values, env, requireAccount }) {
    const own = env.variables['PAYPAL_API_BASE'];
    const { apiBase, client, webhooks } = await knownBy(own ? [own] : [LIVE, SANDBOX], values);
    const kind = paypalKind(apiBase);
    const isLive = kind === 'live';
    const { publicUrl } = env;
    if (isLive && !publicUrl.startsWith('https:'))
      throw new Problem(
        'clientId',
        `Live keys need an address with https, and the shop’s address is ${publicUrl}. Use the keys of the sandbox until then.`,
      );
    const missing = await missingOf(PAYPAL_FEATURES, ([, path]) => client.execute({ verb: 'GET', path }));
    if (!missing) throw unanswered();
    if (missing.length > 0)
      throw new Problem(
        'clientId',
        `The app may not use ${missing.join(' and ')}. Turn them on in the app’s features in PayPal’s developer dashboard. It can take some hours.`,
      );
    const account = { account: `${values['clientId']} ${kind}`, apiBase };
    requireAccount(account);
    const isCalled = isPublic(env);
    const webhookId = isCalled
      ? await ensureWebhook(client, webhooks, `${publicUrl}/api/webhooks/paypal`)
      : 'unmade';
    return {
      made: { webhookId, ...account },
      facts: [
        isLive ? 'Live account, for real money.' : 'Sandbox: no real money is taken.',
        isCalled ? 'The webhook is set up.' : NOT_CALLED,
      ],
    };
  },
};

const unanswered = () =>
  new Problem('clientId', 'PayPal didn’t answer, so the keys weren’t checked. Try again in a minute.');

/** The keys do not tell live from sandbox. Only one of them knows them. */
async function knownBy(bases: readonly string[], { clientId = '', clientSecret = '' }: Values) {
  for (const apiBase of bases) {
    const settings = { clientId, clientSecret, apiBase, webhookId: '', publicUrl: '' };
    const client = createPaypalClient(settings);
    try {
      const { webhooks } = Webhooks.parse(await client.execute({ verb: 'GET', path: WEBHOOKS }));
      return { apiBase, client, webhooks };
    } catch (error) {
      if (statusOf(error) !== 401) throw unanswered();
    }
  }
  throw new Problem(
    'clientSecret',
    'PayPal doesn’t accept this client ID with this secret. Copy both again from the same app.',
  );
}

/** One with the shop's address, and with every event that it needs. */
async function ensureWebhook(
  client: PaypalClient,
  webhooks: readonly Webhook[],
  url: string,
): Promise<string> {
  const events = PAYPAL_EVENTS.map((name) => ({ name }));
  const own = webhooks.find((webhook) => webhook.url === url);
  const has = (event: string) => own?.event_types.some(({ name }) => name === event || name === '*');
  try {
    if (own && PAYPAL_EVENTS.every(has)) return own.id;
    if (own) {
      const body = [{ op: 'replace', path: '/event_types', value: events }];
      await client.execute({ verb: 'PATCH', path: `${WEBHOOKS}/${encodeURIComponent(own.id)}`, body });
      return own.id;
    }
    const body = { url, event_types: events };
    const made = z
      .object({ id: z.string() })
      .parse(await client.execute({ verb: 'POST', path: WEBHOOKS, body }));
    return made.id;
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) throw unanswered();
    throw new Problem(
      'clientId',
      error.issue === 'WEBHOOK_NUMBER_LIMIT_EXCEEDED'
        ? 'This app has as many webhooks as it can have. Delete one in PayPal’s developer dashboard.'
        : `PayPal refused to make a webhook (${error.issue}).`,
    );
  }
}
