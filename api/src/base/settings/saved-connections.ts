import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { isFixed, isProvider, kindOf, type Values, variablesOf } from './connections.ts';
import { type Env, parseEnv } from './env.ts';
import { SettingsError } from './variables.ts';
import { consentIn } from './mail-consent.ts';
import {
  type LiveStripe,
  orderModeOf,
  type PaymentSettings,
  type PaypalSettings,
} from './payment-settings.ts';
import {
  kindOfKeys,
  type PaymentFacts,
  type PaymentState,
  paymentState,
  PROVIDER_IDS,
  type ProviderId,
} from './payment-state.ts';

/** Values of connections. Null for one that can't be opened. */
export type SavedConnections = Partial<Record<ConnectionId, Values | null>>;

/** What happened before, of which keys say nothing. */
export type PaymentHistory = Pick<PaymentFacts, 'isOn' | 'tookLive' | 'triesTest' | 'restoredAt'>;
const NO_HISTORY: PaymentHistory = { isOn: true, tookLive: false, triesTest: false, restoredAt: null };

export type Connected = { env: Env; faults: Partial<Record<ConnectionId, string>> };

/**
 * The settings with what owners saved in the dashboard. What the server sets is stronger. A connection that can't be
 * used is left out, and `faults` says why.
 */
export function withConnections(
  env: Env,
  saved: SavedConnections,
  history: PaymentHistory = NO_HISTORY,
): Connected {
  const faults: Connected['faults'] = {};
  const result = { ...env };
  const added: Record<string, string> = {};
  const own = env.payments.mode === 'live' ? env.payments : null;
  const accounts: Accounts = { stripe: own?.stripe ?? null, paypal: own?.paypal ?? null };
  const onServer = own && orderModeOf(own) === 'live' ? 'live' : own && 'test';
  const keys: PaymentFacts['keys'] = {};
  for (const id of PROVIDER_IDS) if (accounts[id] && onServer) keys[id] = onServer;
  // The others are checked with the address, such as live keys, which need https.
  const ids = (Object.keys(saved) as ConnectionId[]).toSorted((a) => (a === 'address' ? -1 : 0));
  for (const id of ids) {
    const values = saved[id];
    if (isFixed(env, id)) continue;
    try {
      if (!values)
        throw new SettingsError('What was saved can’t be read, because the shop’s secret is another one now');
      if (isProvider(id)) {
        keys[id] = kindOfKeys(id, values);
        Object.assign(accounts, { [id]: accountOf(result, id, values)?.[id] });
        continue;
      }
      const variables = variablesOf(id, values);
      const parsed = parseEnv({ ...added, ...variables, ...env.variables });
      Object.assign(added, variables);
      for (const part of kindOf(id).parts) Object.assign(result, { [part]: parsed[part] });
      if (id === 'email' || id === 'replies')
        result.consents = { ...result.consents, [id]: consentIn(values, env.variables['MAIL_LOGIN_BASE']) };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      faults[id] = `${error.message}. Enter it again.`;
      if (isProvider(id)) keys[id] = 'unusable';
    }
  }
  const state = paymentState({ keys, onServer, ...history });
  const payments = settingsFor(state, accounts, result.earlier);
  return { env: { ...result, paymentState: state, ...payments }, faults };
}

type Accounts = { stripe: LiveStripe | null; paypal: PaypalSettings | null };

/** What takes payments, and what only looks after those that were begun with it. */
function settingsFor(
  { mode, uses, waits }: PaymentState,
  { stripe, paypal }: Accounts,
  earlier: Env['earlier'],
): Pick<Env, 'payments' | 'earlier'> {
  const payments: PaymentSettings =
    mode === 'demo'
      ? { mode: 'demo' }
      : {
          mode: 'live',
          stripe: uses.includes('stripe') ? stripe : null,
          paypal: uses.includes('paypal') ? paypal : null,
        };
  return {
    payments,
    earlier: {
      stripe: [...(waits.includes('stripe') && stripe ? [stripe] : []), ...earlier.stripe],
      paypal: [
        ...(waits.includes('paypal') && paypal && kindOfKeys('paypal', paypal) !== 'unseen' ? [paypal] : []),
        ...earlier.paypal,
      ],
    },
  };
}

/** An account by itself, whatever else is connected. */
export function accountOf(
  { variables, publicUrl }: Pick<Env, 'variables' | 'publicUrl'>,
  id: ProviderId,
  values: Values,
) {
  const { STRIPE_API_BASE, STRIPE_JS_URL, PAYPAL_API_BASE } = variables;
  const own = { STRIPE_API_BASE, STRIPE_JS_URL, PAYPAL_API_BASE, PUBLIC_URL: publicUrl };
  const { payments } = parseEnv({ ...own, ...variablesOf(id, values) });
  return payments.mode === 'live' ? payments : null;
}
