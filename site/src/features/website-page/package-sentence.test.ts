import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { expect, it } from 'vitest';
import { packageSentence } from './package-sentence.ts';

it('says what is due today and what recurs', () => {
  const monthly = computePrice(DEFAULT_CATALOG, {
    serviceIds: ['website'],
    addonIds: ['revisions'],
    isYearly: false,
  });
  expect(packageSentence(monthly)).toBe('Due today: $198.00, then $30 a month.');
});

it('names what is priced later', () => {
  const yearly = computePrice(DEFAULT_CATALOG, {
    serviceIds: ['website'],
    addonIds: ['additional-pages'],
    isYearly: true,
  });
  expect(packageSentence(yearly)).toBe(
    'Due today: $149.00, then $300 a year. Quoted separately: Additional Pages.',
  );
});

it('leaves out what does not recur', () => {
  expect(
    packageSentence(computePrice(DEFAULT_CATALOG, { serviceIds: ['onhold'], addonIds: [], isYearly: false })),
  ).toBe('Due today: $99.00.');
});
