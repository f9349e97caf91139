import { expect, test } from 'vitest';
import type { ServiceId } from '../../catalogue/ids.ts';
import { countWords, initialWords, recurringWords, servicesOf } from './order-words.ts';

test.each<[ServiceId[], string]>([
  [[], 'On-Hold Audio'],
  [['website'], 'Website'],
  [['voice'], 'AI Voice Agent'],
  [['onhold'], 'On-Hold Audio'],
  [['website', 'voice', 'onhold'], 'Website, AI Voice Agent, On-Hold Audio'],
])('%j is labelled %s', (serviceTypes, label) => {
  const words = servicesOf({ serviceTypes }).map((service) => service.label);
  expect(words.join(', ')).toBe(label);
});

test('payments have two decimals and say how often', () => {
  expect(initialWords({ initialPayment: '1262.88' })).toBe('$1,262.88');
  expect(recurringWords({ recurringPayment: '30.00', isYearly: false })).toBe('$30.00 per month');
  expect(recurringWords({ recurringPayment: '300.00', isYearly: true })).toBe('$300.00 per year');
  expect(recurringWords({ recurringPayment: '0.00', isYearly: true })).toBe('One-time payment');
});

test('the count says when there are more than are shown', () => {
  expect(countWords(1, 1)).toBe('1 order');
  expect(countWords(3, 3)).toBe('3 orders');
  expect(countWords(100, 12_345)).toBe('the newest 100 of 12,345 orders');
});
