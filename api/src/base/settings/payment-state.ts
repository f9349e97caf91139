import { createHash } from 'node:crypto';
import type { OrderMode } from '@northlight/shared/contracts/payments.ts';

type Values = Readonly<Record<string, string>>;

export const PROVIDER_IDS = ['stripe', 'paypal'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** `unseen`: no address of PayPal has accepted them yet. `unusable`: they can't be read, or the server can't work with them. */
export type KeyKind = 'test' | 'live' | 'unseen' | 'unusable';

/** What is known about keys, the switch, and what was before. */
export type PaymentFacts = {
  /** The keys of each provider that has any. */
  keys: Partial<Record<ProviderId, KeyKind>>;
  /** The kind of the keys that the server sets. It decides instead of the switch. Null without any. */
  onServer: 'test' | 'live' | null;
  /** Whether live keys may take payments. Otherwise they wait for an owner. */
  isOn: boolean;
  /** Whether the shop has ever taken live payments. */
  tookLive: boolean;
  /** Whether an owner entered test keys after that, to try the shop. */
  triesTest: boolean;
  /** When it was restored onto another machine, until an owner confirms that the old one is off. */
  restoredAt: number | null;
};

/** Why nobody can pay. */
export type ClosedBecause = 'restored' | 'stopped' | 'disconnected' | 'unusable';

export type PaymentState = {
  mode: OrderMode | 'closed';
  why: ClosedBecause | null;
  /** Who takes new payments. */
  uses: readonly ProviderId[];
  /** Whose keys take none now. What was begun with them is still looked after. */
  waits: readonly ProviderId[];
};

/** The one place that decides how the shop is paid. Every other place asks it. */
export function paymentState({
  keys,
  onServer,
  isOn,
  tookLive,
  triesTest,
  restoredAt,
}: PaymentFacts): PaymentState {
  const having = (kind: KeyKind) => PROVIDER_IDS.filter((id) => keys[id] === kind);
  const [live, test, unusable] = [having('live'), having('test'), having('unusable')];
  const as = (
    mode: PaymentState['mode'],
    uses: readonly ProviderId[] = [],
    why: ClosedBecause | null = null,
  ) => ({
    mode,
    why,
    uses,
    waits: PROVIDER_IDS.filter((id) => keys[id] && keys[id] !== 'unusable' && !uses.includes(id)),
  });
  const closed = (why: ClosedBecause) => as('closed', [], why);
  if (restoredAt !== null) return closed('restored');
  if (onServer) return as(onServer, having(onServer));
  if (isOn && live.length > 0) return as('live', live);
  // A shop that took real money never goes on with a demo by itself, nor with test keys that were left.
  if (tookLive && live.length > 0) return closed('stopped');
  if (tookLive && (!triesTest || test.length === 0))
    return closed(unusable.length > 0 ? 'unusable' : 'disconnected');
  if (test.length > 0) return as('test', test);
  return unusable.length > 0 ? closed('unusable') : as('demo');
}

/** By the key itself: a Stripe key names its kind, and PayPal's are of the address that accepted them. */
export function kindOfKeys(id: ProviderId, { secretKey = '', apiBase = '' }: Values): KeyKind {
  if (id === 'stripe') return isTestKey(secretKey) ? 'test' : 'live';
  return paypalKind(apiBase);
}

/** Stands for an address of PayPal that was never seen to accept the keys. */
export const UNSEEN_BASE = 'https://unmade.invalid';

/** Nobody takes real money without encryption, so another server with PayPal's API is a test there. */
export const paypalKind = (apiBase: string): 'test' | 'live' | 'unseen' =>
  apiBase === UNSEEN_BASE ? 'unseen' : /sandbox|^http:/.test(apiBase) ? 'test' : 'live';

export const isTestKey = (stripeKey: string): boolean => /^[a-z]+_test_/.test(stripeKey);

/** What the provider calls the account, or how its key ends. */
export const accountNameOf = (
  id: ProviderId,
  { accountName, clientId = '', secretKey = '' }: Values,
): string =>
  accountName ||
  (id === 'paypal'
    ? `the PayPal app that ends with ${clientId.slice(-6)}`
    : `the account of the key that ends with ${secretKey.slice(-4)}`);

/** The same account, or the same key, whose account may not be known yet. */
export const isSameAccount = (id: ProviderId, one: Values, other: Values): boolean =>
  identityOf(id, one) === identityOf(id, other) ||
  (id === 'stripe' && one['secretKey'] === other['secretKey']);

/** Whose keys they are: the account that the provider named, or a fingerprint of the key as long as it named none. */
export function identityOf(id: ProviderId, values: Values): string {
  const { account, clientId, secretKey = '' } = values;
  if (account) return account;
  const key = clientId ?? `key_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`;
  return `${key} ${kindOfKeys(id, values)}`;
}
