import { expect, test } from 'vitest';
import {
  identityOf,
  isSameAccount,
  type KeyKind,
  kindOfKeys,
  paymentState,
  type PaymentFacts,
  UNSEEN_BASE,
} from './payment-state.ts';

const NONE = 'none';
type Kind = KeyKind | typeof NONE;
const STRIPE: readonly Kind[] = [NONE, 'test', 'live', 'unusable'];
const PAYPAL: readonly Kind[] = [NONE, 'test', 'live', 'unseen', 'unusable'];
const SHORT = { stripe: 'S', paypal: 'P' };

/** "live S, P waits", "closed: stopped, S waits" */
function inWords(facts: PaymentFacts): string {
  const { mode, why, uses, waits } = paymentState(facts);
  const names = (ids: readonly ('stripe' | 'paypal')[]) => ids.map((id) => SHORT[id]).join('');
  return [
    [mode, why && `: ${why}`, uses.length > 0 && ` ${names(uses)}`].filter(Boolean).join(''),
    ...(waits.length > 0 ? [`${names(waits)} waits`] : []),
  ].join(', ');
}

const keysOf = (stripe: Kind, paypal: Kind): PaymentFacts['keys'] => ({
  ...(stripe !== NONE && { stripe }),
  ...(paypal !== NONE && { paypal }),
});

/** A row for each kind of keys of Stripe, a column for each of PayPal. */
const grid = (facts: Omit<PaymentFacts, 'keys'>) =>
  STRIPE.map((stripe) => PAYPAL.map((paypal) => inWords({ ...facts, keys: keysOf(stripe, paypal) })));

const NEW = { onServer: null, isOn: false, tookLive: false, triesTest: false, restoredAt: null };

test('a shop that never took live payments: live keys wait, beside a demo or test keys, in any order', () => {
  expect(grid(NEW)).toEqual([
    ['demo', 'test P', 'demo, P waits', 'demo, P waits', 'closed: unusable'],
    ['test S', 'test SP', 'test S, P waits', 'test S, P waits', 'test S'],
    ['demo, S waits', 'test P, S waits', 'demo, SP waits', 'demo, SP waits', 'closed: unusable, S waits'],
    [
      'closed: unusable',
      'test P',
      'closed: unusable, P waits',
      'closed: unusable, P waits',
      'closed: unusable',
    ],
  ]);
});

test('with the switch on, live keys take payments, and no others do', () => {
  expect(grid({ ...NEW, isOn: true, tookLive: true })).toEqual([
    [
      'closed: disconnected',
      'closed: disconnected, P waits',
      'live P',
      'closed: disconnected, P waits',
      'closed: unusable',
    ],
    [
      'closed: disconnected, S waits',
      'closed: disconnected, SP waits',
      'live P, S waits',
      'closed: disconnected, SP waits',
      'closed: unusable, S waits',
    ],
    ['live S', 'live S, P waits', 'live SP', 'live S, P waits', 'live S'],
    [
      'closed: unusable',
      'closed: unusable, P waits',
      'live P',
      'closed: unusable, P waits',
      'closed: unusable',
    ],
  ]);
});

test('a shop that took live payments and has the switch off is closed, also with test keys that were left', () => {
  expect(grid({ ...NEW, tookLive: true })).toEqual([
    [
      'closed: disconnected',
      'closed: disconnected, P waits',
      'closed: stopped, P waits',
      'closed: disconnected, P waits',
      'closed: unusable',
    ],
    [
      'closed: disconnected, S waits',
      'closed: disconnected, SP waits',
      'closed: stopped, SP waits',
      'closed: disconnected, SP waits',
      'closed: unusable, S waits',
    ],
    [
      'closed: stopped, S waits',
      'closed: stopped, SP waits',
      'closed: stopped, SP waits',
      'closed: stopped, SP waits',
      'closed: stopped, S waits',
    ],
    [
      'closed: unusable',
      'closed: unusable, P waits',
      'closed: stopped, P waits',
      'closed: unusable, P waits',
      'closed: unusable',
    ],
  ]);
});

test('a shop that took live payments tries test keys that an owner entered since', () => {
  expect(grid({ ...NEW, tookLive: true, triesTest: true })).toEqual([
    [
      'closed: disconnected',
      'test P',
      'closed: stopped, P waits',
      'closed: disconnected, P waits',
      'closed: unusable',
    ],
    ['test S', 'test SP', 'closed: stopped, SP waits', 'test S, P waits', 'test S'],
    [
      'closed: stopped, S waits',
      'closed: stopped, SP waits',
      'closed: stopped, SP waits',
      'closed: stopped, SP waits',
      'closed: stopped, S waits',
    ],
    [
      'closed: unusable',
      'test P',
      'closed: stopped, P waits',
      'closed: unusable, P waits',
      'closed: unusable',
    ],
  ]);
});

test('a shop of before the switch goes on as it was', () => {
  expect(grid({ ...NEW, isOn: true })).toEqual([
    ['demo', 'test P', 'live P', 'demo, P waits', 'closed: unusable'],
    ['test S', 'test SP', 'live P, S waits', 'test S, P waits', 'test S'],
    ['live S', 'live S, P waits', 'live SP', 'live S, P waits', 'live S'],
    ['closed: unusable', 'test P', 'live P', 'closed: unusable, P waits', 'closed: unusable'],
  ]);
});

test('keys that the server sets decide themselves, and saved keys of the other kind wait', () => {
  for (const isOn of [true, false])
    for (const tookLive of [true, false]) {
      const server = { ...NEW, isOn, tookLive };
      const [, ofTest] = grid({ ...server, onServer: 'test' });
      const [, , ofLive] = grid({ ...server, onServer: 'live' });
      expect(ofTest).toEqual(['test S', 'test SP', 'test S, P waits', 'test S, P waits', 'test S']);
      expect(ofLive).toEqual(['live S', 'live S, P waits', 'live SP', 'live S, P waits', 'live S']);
    }
});

test('a shop that was restored elsewhere is closed until an owner confirms that the old machine is off', () => {
  for (const onServer of [null, 'test', 'live'] as const)
    for (const isOn of [true, false])
      for (const tookLive of [true, false]) {
        const cells = grid({ ...NEW, onServer, isOn, tookLive, restoredAt: 1 }).flat();
        expect(cells.filter((words) => !words.startsWith('closed: restored'))).toEqual([]);
      }
  const keys = { stripe: 'live', paypal: 'test' } as const;
  expect(inWords({ ...NEW, isOn: true, restoredAt: 1, keys })).toBe('closed: restored, SP waits');
});

test('the kind of keys is in the key, or in the address of PayPal that accepted them', () => {
  const stripe = (secretKey: string) => kindOfKeys('stripe', { secretKey });
  expect(['sk_test_a', 'rk_test_a', 'sk_live_a', 'rk_live_a'].map(stripe)).toEqual([
    'test',
    'test',
    'live',
    'live',
  ]);
  const paypal = (apiBase: string) => kindOfKeys('paypal', { apiBase });
  const bases = [
    'https://api-m.sandbox.paypal.com',
    'http://127.0.0.1:4000',
    'https://api-m.paypal.com',
    UNSEEN_BASE,
  ];
  expect(bases.map(paypal)).toEqual(['test', 'test', 'live', 'unseen']);
});

test('an account is known by its name at the provider, or by a fingerprint of its key, which tells nothing of it', () => {
  const secretKey = 'sk_live_secret';
  const unnamed = identityOf('stripe', { secretKey });
  expect(identityOf('stripe', { secretKey, account: 'acct_1 live' })).toBe('acct_1 live');
  expect(unnamed).toMatch(/^key_[\da-f]{16} live$/);
  expect(unnamed).not.toContain('secret');
  expect(identityOf('stripe', { secretKey: 'sk_live_other' })).not.toBe(unnamed);
  // Its account became known.
  expect(isSameAccount('stripe', { secretKey }, { secretKey, account: 'acct_1 live' })).toBe(true);
  const rolled = { secretKey: 'sk_live_rolled', account: 'acct_1 live' };
  expect(isSameAccount('stripe', { secretKey, account: 'acct_1 live' }, rolled)).toBe(true);
  expect(isSameAccount('stripe', { secretKey }, rolled)).toBe(false);
  const app = { clientId: 'app', apiBase: 'https://api-m.paypal.com' };
  expect(identityOf('paypal', app)).toBe('app live');
  expect(isSameAccount('paypal', app, { ...app, clientSecret: 'rolled' })).toBe(true);
});
