import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { expect, it } from 'vitest';
import { packageSentence } from './package-sentence.ts';

const YEARLY = 'Due today: $149.00, then $300 a year. Quoted separately: Additional Pages.';

it.each([
  ['website', ['revisions'], false, 'Due today: $198.00, then $30 a month.'],
  ['website', ['additional-pages'], true, YEARLY],
  ['onhold', [], false, 'Due today: $99.00.'],
] as const)('of %s with %j, yearly: %s', (service, addonIds, isYearly, sentence) => {
  const price = computePrice(DEFAULT_CATALOG, { serviceIds: [service], addonIds, isYearly });
  expect(packageSentence(price)).toBe(sentence);
});
