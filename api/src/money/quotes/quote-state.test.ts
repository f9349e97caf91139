import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { ROLES } from '@northlight/shared/contracts/rights.ts';
import { askedBy, hasDraft, limitOf, stateOf, toSend } from './quote-state.ts';
import type { QuoteRow } from './quote-store.ts';

const NOW = new Date('2026-11-21T17:00:00.000Z');
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const content = { lines: [], note: '' };
const aQuote = (changes: object): QuoteRow =>
  ({
    number: 'Q-1',
    state: 'sent',
    draft: null,
    versions: [{ content }],
    validUntil: null,
    ...changes,
  }) as never;

test.each([
  ['sent', null, 'sent'],
  ['sent', after(1), 'sent'],
  ['sent', NOW, 'expired'],
  ['sent', after(-DAY_MS), 'expired'],
  ['accepted', after(-DAY_MS), 'accepted'],
  ['declined', after(-DAY_MS), 'declined'],
  ['withdrawn', after(-DAY_MS), 'withdrawn'],
  ['draft', after(-DAY_MS), 'draft'],
])('a quote that is %s and valid until %s is %s', (state, validUntil, expected) => {
  expect(stateOf(aQuote({ state, validUntil }), NOW)).toBe(expected);
});

test.each([
  ['a draft', { draft: content, validUntil: after(9 * DAY_MS) }, true],
  ['one that ends in three days', { validUntil: after(3 * DAY_MS) }, true],
  ['one that ends later', { validUntil: after(3 * DAY_MS + 1) }, false],
  ['one that has expired', { validUntil: after(-1) }, true],
  ['one that was accepted', { state: 'accepted', validUntil: after(-1) }, false],
  ['one that was withdrawn', { state: 'withdrawn', validUntil: after(-1) }, false],
])('what can be sent of a quote: %s', (_what, changes, canBeSent) => {
  expect(Boolean(toSend(aQuote(changes), NOW))).toBe(canBeSent);
});

test('a draft waits until it is sent, but not of a quote that was withdrawn before it was sent', () => {
  const draft = { ...content, askedBy: 7 };
  expect([hasDraft(aQuote({ draft })), askedBy(aQuote({ draft }))]).toEqual([true, 7]);
  expect(hasDraft(aQuote({ draft, state: 'withdrawn' }))).toBe(true);
  const never = aQuote({ draft, state: 'withdrawn', versions: [] });
  expect([hasDraft(never), askedBy(never)]).toEqual([false, undefined]);
  expect(hasDraft(aQuote({}))).toBe(false);
});

test('owners send quotes of any amount, and everybody else up to the limit', async () => {
  const { db, clock } = await startTestApp();
  saveShopSettings(db, { staffQuoteLimit: 500 }, null, clock.now);
  const limits = ROLES.map((role) => [role, limitOf(db, role)]);
  expect(limits).toEqual(ROLES.map((role) => [role, role === 'owner' ? null : 50_000]));
  expect(limitOf(db, undefined)).toBe(50_000);
});
