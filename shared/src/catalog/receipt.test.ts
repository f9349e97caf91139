import { separatePrice } from './offer-texts.ts';
import { DEFAULT_CATALOG } from './default-catalog.ts';
import { expect, test } from 'vitest';
import { consentText } from './consent.ts';
import { computePrice, type Promo, type Selection, type TaxAddress } from './price.ts';
import { receiptRows, recurringText } from './receipt.ts';

const MICHIGAN = { state: 'MI', postalCode: '48104' };
const SAVE50 = { code: 'SAVE50', amountOffCents: 5_000 };

const priceOf = (changes: Partial<Selection> = {}, promo?: Promo, address?: TaxAddress) => {
  const website: Selection = { serviceIds: ['website'], addonIds: [], isYearly: false };
  return computePrice(DEFAULT_CATALOG, { ...website, ...changes }, promo, address);
};
const linesOf = (...receipt: Parameters<typeof receiptRows>) =>
  receiptRows(...receipt).map(({ label, amount }) => `${label}: ${amount}`);

test('a website alone: its price, today, and what recurs', () => {
  expect(receiptRows(priceOf())).toEqual([
    { kind: 'line', label: 'Website', amount: '$149.00', serviceId: 'website' },
    { kind: 'subtotal', label: 'Subtotal', amount: '$149.00' },
    { kind: 'tax', label: 'Tax', amount: '$0.00' },
    { kind: 'today', label: 'Total', amount: '$149.00' },
    { kind: 'then', label: 'Then', amount: '$30 a month', serviceId: 'website' },
  ]);
});

test('a refund stands under the total, with what is left', () => {
  expect(linesOf(priceOf(), 'full', 4_900).slice(-4)).toEqual([
    'Total: $149.00',
    'Refunded: −$49.00',
    'Net: $100.00',
    'Then: $30 a month',
  ]);
});

test('the whole receipt has subtotal, discount and tax in this order', () => {
  const selection: Partial<Selection> = {
    serviceIds: ['website', 'voice', 'onhold'],
    addonIds: ['revisions', 'additional-pages'],
    isYearly: true,
  };
  const price = priceOf(selection, SAVE50, MICHIGAN);
  expect(linesOf(price)).toEqual([
    'Website: $149.00',
    'Extra Design Revisions: $49.00',
    'Additional Pages: Custom',
    'On-Hold Audio: $99.00',
    'Subtotal: $297.00',
    'Discount (SAVE50): −$50.00',
    'Tax (6%): $14.82',
    'Total: $261.82',
    'Then: $300 a year',
    'AI Voice Agent, billed separately: from $199.00 + from $199.00/month, subject to quote',
  ]);
  expect(receiptRows(price).map((row) => row.kind)).toEqual([
    'line',
    'addon',
    'addon',
    'line',
    'subtotal',
    'discount',
    'tax',
    'today',
    'then',
    'separately',
  ]);
});

test('every full receipt has subtotal, tax and total, and the discount if there is one', () => {
  const alone: Partial<Selection> = { serviceIds: ['onhold'] };
  expect(linesOf(priceOf(alone))).toEqual([
    'On-Hold Audio: $99.00',
    'Subtotal: $99.00',
    'Tax: $0.00',
    'Total: $99.00',
  ]);
  expect(linesOf(priceOf(alone, SAVE50))).toContain('Discount (SAVE50): −$50.00');
});

test('the summary before checkout shows what is due today', () => {
  expect(linesOf(priceOf({}, SAVE50), 'short')).toEqual([
    'Website: $149.00',
    'Subtotal: $149.00',
    'Discount (SAVE50): −$50.00',
    'Due today: $99.00',
    'Then: $30 a month',
  ]);
});

test('a voice agent alone: nothing due today, and the note about separate billing', () => {
  expect(separatePrice(DEFAULT_CATALOG.services.voice)).toBe('$199.00 + $199.00/month');
  expect(linesOf(priceOf({ serviceIds: ['voice'] }))).toEqual([
    'Subtotal: $0.00',
    'Tax: $0.00',
    'Total: $0.00',
    'AI Voice Agent, billed separately: from $199.00 + from $199.00/month, subject to quote',
  ]);
});

test('recurring payments are shown per month or per year', () => {
  expect(recurringText({ recurringCents: 3_000, recurringPeriod: 'month' })).toBe('$30 a month');
  expect(recurringText({ recurringCents: 30_000, recurringPeriod: 'year' })).toBe('$300 a year');
  expect(recurringText({ recurringCents: 0, recurringPeriod: null })).toBeNull();
});

test('the customer agrees to the amount, the period and the start', () => {
  expect(consentText(priceOf())).toMatch(/\$30 a month, starting one month from today, until you cancel/);
  expect(consentText(priceOf({ isYearly: true }))).toMatch(/\$300 a year, starting one year from today/);
});

test('without a recurring payment there is nothing to agree to', () => {
  expect(consentText(priceOf({ serviceIds: ['onhold', 'voice'], isYearly: true }))).toBeNull();
});
