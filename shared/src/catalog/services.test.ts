import { expect, test } from 'vitest';
import { isServiceId, SERVICE_IDS } from './ids.ts';
import { serviceList, SERVICES } from './services.ts';

test('the prices are those of the price list', () => {
  expect(SERVICES.website).toMatchObject({
    basePriceCents: 14_900,
    monthlyPriceCents: 3_000,
    yearlyPriceCents: 30_000,
  });
  expect(SERVICES.voice).toMatchObject({
    basePriceCents: 19_900,
    monthlyPriceCents: 19_900,
    yearlyPriceCents: 199_000,
  });
  expect(SERVICES.onhold).toMatchObject({ basePriceCents: 9_900, hasRecurringCost: false });
  expect(SERVICES.onhold).not.toHaveProperty('yearlyPriceCents');
});

test('the website has three add-ons, one of them by custom quote; the others have none', () => {
  const addons = SERVICES.website.addons.map(({ name, priceCents }) => [name, priceCents]);
  expect(addons).toEqual([
    ['Extra Design Revisions', 4_900],
    ['Custom Domain Setup', 4_900],
    ['Additional Pages', 0],
  ]);
  expect(
    serviceList.flatMap((service) => service.addons).filter((addon) => addon.isCustomQuote),
  ).toHaveLength(1);
  expect([SERVICES.voice.addons, SERVICES.onhold.addons]).toEqual([[], []]);
});

test('the services have a fixed order and fixed IDs', () => {
  expect(SERVICE_IDS).toEqual(['website', 'voice', 'onhold']);
  expect(serviceList.map((service) => service.id)).toEqual(['website', 'voice', 'onhold']);
});

test.each(['Website', '', 'chatbot', null, undefined, 0, ['website'], '__proto__', 'toString'])(
  '%j is not a service ID',
  (value) => {
    expect(isServiceId(value)).toBe(false);
  },
);

test('yearly billing saves two months', () => {
  expect(SERVICES.website.monthlyPriceCents * 12 - SERVICES.website.yearlyPriceCents).toBe(6_000);
});
