import { expect, test } from 'vitest';
import { PromoCodesResponse } from '../../../contracts/promo-codes.ts';
import { whole } from '../../../contracts/test/whole.ts';
import { promoState, promoTerms } from './promo-words.ts';

const SAVE50 = whole(PromoCodesResponse.shape.codes.def.element, {
  amountOffCents: 5_000,
  isActive: true,
  uses: 3,
});
const TODAY = '2026-12-01';

test('the terms of a code in one sentence or two', () => {
  expect(promoTerms(SAVE50)).toBe('$50 off the first payment.');
  const holiday = { ...SAVE50, amountOffCents: null, percentOff: 15, maxUsesPerEmail: 1 };
  expect(promoTerms({ ...holiday, serviceIds: ['website'], startsOn: TODAY, endsOn: '2026-12-24' })).toBe(
    '15% off Website, from Dec 1, 2026 through Dec 24, 2026. One use for each email.',
  );
  expect(promoTerms({ ...holiday, maxUsesPerEmail: 2, endsOn: '2026-12-24' })).toBe(
    '15% off the first payment, through Dec 24, 2026. 2 uses for each email.',
  );
});

test('a code is on through its last day, until it is used up or turned off', () => {
  expect(promoState({ ...SAVE50, startsOn: TODAY, endsOn: TODAY }, TODAY)).toBe('On');
  expect(promoState({ ...SAVE50, endsOn: '2026-11-30' }, TODAY)).toBe('Ended');
  expect(promoState({ ...SAVE50, startsOn: '2026-12-02' }, TODAY)).toBe('Scheduled');
  expect(promoState({ ...SAVE50, maxUses: 3 }, TODAY)).toBe('Used up');
  expect(promoState({ ...SAVE50, maxUses: 3, isActive: false }, TODAY)).toBe('Off');
});
