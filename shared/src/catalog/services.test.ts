import { expect, test } from 'vitest';
import { DEFAULT_CATALOG } from './default-catalog.ts';
import { isServiceId, SERVICE_IDS } from './ids.ts';
import { serviceList, SERVICES } from './services.ts';

test('the prices are those of the price list', () => {
  const { website, voice, onhold } = DEFAULT_CATALOG.services;
  expect(website).toMatchObject({ firstPaymentCents: 14_900, monthlyCents: 3_000, yearlyCents: 30_000 });
  expect(voice).toMatchObject({ firstPaymentCents: 19_900, monthlyCents: 19_900, yearlyCents: 199_000 });
  expect(onhold).toMatchObject({ firstPaymentCents: 9_900, monthlyCents: null, yearlyCents: null });
  expect(SERVICES.onhold.hasRecurringCost).toBe(false);
});

test('the website has three add-ons, one of them by custom quote; the others have none', () => {
  expect(DEFAULT_CATALOG.addons.map(({ service, name, priceCents }) => [service, name, priceCents])).toEqual([
    ['website', 'Extra Design Revisions', 4_900],
    ['website', 'Custom Domain Setup', 4_900],
    ['website', 'Additional Pages', null],
  ]);
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
