import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { type Env, parseEnv, SettingsError } from './env.ts';

export type Setting = {
  label: string;
  /** Its name in .env. Several fields can be parts of one address there. */
  env: string;
  help?: string;
  isSecret?: true;
  isOptional?: true;
  /** It is a part of the address in .env. */
  isPart?: true;
  /** The shop finds or makes it itself, so no form asks for it. */
  isMade?: true;
  options?: Readonly<Record<string, string>>;
};
export type Values = Readonly<Record<string, string>>;

type ConnectionKind = {
  label: string;
  about: string;
  settings: Readonly<Record<string, Setting>>;
  /** The parts of the environment that it makes. */
  parts: readonly (keyof Env)[];
  /** Whoever sets one of these on the server has set the whole connection there. */
  fixedBy: readonly string[];
  /** What fills in the form for well-known providers. */
  presets?: readonly (readonly [label: string, values: Record<string, string>])[];
  /** What the values are in .env, where that isn't one value for each setting. */
  variables?: (values: Values) => Values;
};

/** The one list of the settings of services: `.env`, the doctor, and the forms in the dashboard all follow it. */
export const CONNECTIONS: Partial<Record<ConnectionId, ConnectionKind>> = {
  stripe: {
    label: 'Stripe',
    about: 'Takes payments by card, and by what else you turn on at Stripe.',
    settings: {
      publishableKey: {
        label: 'Publishable key',
        env: 'STRIPE_PUBLISHABLE_KEY',
        help: 'Copy both keys from Stripe’s dashboard, under Developers, API keys. This one starts with pk_.',
      },
      secretKey: {
        label: 'Secret key',
        env: 'STRIPE_SECRET_KEY',
        help: 'It starts with sk_, or with rk_ if you restricted it.',
        isSecret: true,
      },
      webhookSecret: { label: 'Webhook secret', env: 'STRIPE_WEBHOOK_SECRET', isSecret: true, isMade: true },
    },
    parts: ['payments'],
    fixedBy: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  },
};

export const kindOf = (id: ConnectionId): ConnectionKind => {
  const kind = CONNECTIONS[id];
  if (!kind) throw new Error(`There is no connection ${id}.`);
  return kind;
};

/** Whether a connection is set on the server. */
export const isFixed = ({ variables }: Pick<Env, 'variables'>, id: ConnectionId): boolean =>
  kindOf(id).fixedBy.some((name) => variables[name] !== undefined);

/** What a connection has in .env or would have there. */
export function variablesOf(id: ConnectionId, values: Values): Values {
  const { settings, variables } = kindOf(id);
  if (variables) return variables(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (settings[name] ? [[settings[name].env, value]] : [])),
  );
}

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
  for (const id of Object.keys(saved) as ConnectionId[]) {
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
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      faults[id] = `${error.message}. Enter it again.`;
    }
  }
  const isLost = (faults.stripe ?? faults.paypal) !== undefined && result.payments.mode === 'demo';
  return { env: isLost ? { ...result, payments: CLOSED } : result, faults };
}

/** For an owner who disconnected live keys. */
export const closed = (env: Env): Env => (env.payments.mode === 'demo' ? { ...env, payments: CLOSED } : env);
