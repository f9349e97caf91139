import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { isFixed, kindOf, type Values, variablesOf } from './connections.ts';
import { type Env, parseEnv } from './env.ts';
import { SettingsError } from './variables.ts';
import { isRealMoney } from './payment-settings.ts';
import { consentIn } from './mail-consent.ts';

/** Values of connections. Null for one that can't be opened. */
export type SavedConnections = Partial<Record<ConnectionId, Values | null>>;

/** No payment method, which is not a demo: nobody must get something for a made-up payment. */
const CLOSED: Env['payments'] = { mode: 'live', stripe: null, paypal: null };

/**
 * The settings with what owners saved in the dashboard. What the server sets is stronger. A connection that can't be
 * used is left out, and `faults` says why.
 */
export function withConnections(
  env: Env,
  saved: SavedConnections,
): { env: Env; faults: Partial<Record<ConnectionId, string>> } {
  const faults: Partial<Record<ConnectionId, string>> = {};
  const result = { ...env };
  const added: Record<string, string> = {};
  // The others are checked with the address, such as live keys, which need https.
  const ids = (Object.keys(saved) as ConnectionId[]).toSorted((a) => (a === 'address' ? -1 : 0));
  for (const id of ids) {
    const values = saved[id];
    if (isFixed(env, id)) continue;
    try {
      if (!values)
        throw new SettingsError('What was saved can’t be read, because the shop’s secret is another one now');
      const own = variablesOf(id, values);
      const { PAYMENTS, ...rest } = Object.assign({}, added, own, env.variables);
      // "demo" permits a shop to run without keys. It does not keep an owner from connecting them.
      const parsed = parseEnv({ ...rest, ...(PAYMENTS !== 'demo' && { PAYMENTS }) });
      Object.assign(added, own);
      for (const part of kindOf(id).parts) Object.assign(result, { [part]: parsed[part] });
      if (id === 'email' || id === 'replies')
        result.consents = { ...result.consents, [id]: consentIn(values, env.variables['MAIL_LOGIN_BASE']) };
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      faults[id] = `${error.message}. Enter it again.`;
    }
  }
  const isLost = (faults.stripe ?? faults.paypal) !== undefined && result.payments.mode === 'demo';
  return { env: isLost ? { ...result, payments: CLOSED } : result, faults };
}

/** Live keys that wait for an owner to take live payments. What was paid with them before goes on. */
export const held = (env: Env): Env => (isRealMoney(env.payments) ? shut(env) : env);

/** Takes no payments, whatever keys there are. What was paid with them before goes on. */
export const shut = (env: Env): Env => {
  if (env.payments.mode === 'demo') return closed(env);
  const { stripe, paypal } = env.payments;
  const earlier = {
    stripe: [...env.earlier.stripe, ...(stripe ? [stripe] : [])],
    paypal: [...env.earlier.paypal, ...(paypal ? [paypal] : [])],
  };
  return { ...env, payments: CLOSED, earlier };
};

/** For an owner who disconnected live keys. */
export const closed = (env: Env): Env => (env.payments.mode === 'demo' ? { ...env, payments: CLOSED } : env);
