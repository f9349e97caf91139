import { expect, test } from 'vitest';
import type { ServiceId } from '../../catalog/ids.ts';
import {
  extrasWords,
  formsWords,
  initialWords,
  missingWords,
  paymentWords,
  recurringWords,
  servicesOf,
} from './order-labels.ts';

test.each<[ServiceId[], string]>([
  [[], 'On-Hold Audio'],
  [['website'], 'Website'],
  [['voice'], 'AI Voice Agent'],
  [['onhold'], 'On-Hold Audio'],
  [['website', 'voice', 'onhold'], 'Website, AI Voice Agent, On-Hold Audio'],
])('%j is labelled %s', (serviceTypes, label) => {
  const labels = servicesOf({ serviceTypes }).map((service) => service.label);
  expect(labels.join(', ')).toBe(label);
});

test('payments have two decimals and their period', () => {
  expect(initialWords({ initialPayment: '1262.88', refundedCents: 0, owedCents: 0 })).toBe('$1,262.88');
  const refunded = { initialPayment: '198.00', refundedCents: 4_900, owedCents: 0 };
  expect(initialWords(refunded)).toBe('$149.00 of $198.00');
  const owed = { initialPayment: '297.00', refundedCents: 0, owedCents: 29_700 };
  expect(initialWords(owed)).toBe('$297.00 of $594.00');
  expect(recurringWords({ recurringPayment: '30.00', isYearly: false })).toBe('$30.00 per month');
  expect(recurringWords({ recurringPayment: '300.00', isYearly: true })).toBe('$300.00 per year');
  expect(recurringWords({ recurringPayment: '0.00', isYearly: true })).toBe('One-time payment');
  const over = { recurringPayment: '30.00', isYearly: false, isRecurringOver: true };
  expect(recurringWords(over)).toBe('$30.00 per month, ended');
});

test('which forms an order is missing', () => {
  const kept = { initialPayment: '99.00', refundedCents: 0, owedCents: 0 };
  expect(missingWords({ ...kept, paymentStatus: 'completed', missingForms: [] })).toBeNull();
  expect(missingWords({ ...kept, paymentStatus: 'completed', missingForms: ['voice'] })).toBe(
    'Missing the AI Voice Agent form',
  );
  const refunded = { ...kept, refundedCents: 9_900 };
  expect(missingWords({ ...refunded, paymentStatus: 'completed', missingForms: ['voice'] })).toBeNull();
  // Nobody fills out the forms of an order that isn’t paid.
  expect(missingWords({ ...kept, paymentStatus: 'pending', missingForms: ['voice'] })).toBeNull();
  expect(
    missingWords({ ...kept, paymentStatus: 'completed', missingForms: ['website', 'voice', 'onhold'] }),
  ).toBe('Missing the Website, AI Voice Agent, and On-Hold Audio forms');
});

test('how many forms have arrived', () => {
  expect(formsWords({ serviceTypes: ['voice'], missingForms: [] })).toBeNull();
  expect(formsWords({ serviceTypes: ['voice'], missingForms: ['voice'] })).toBe('0 of 1 form');
  expect(
    formsWords({ serviceTypes: ['website', 'voice', 'onhold'], missingForms: ['voice', 'onhold'] }),
  ).toBe('1 of 3 forms');
});

test('what was ordered besides the services', () => {
  const none = { seoOptimization: false, blogSetup: false, extraRevisions: false };
  expect(extrasWords(none)).toBe('');
  expect(extrasWords({ ...none, seoOptimization: true, extraRevisions: true })).toBe(
    'SEO optimization, Extra revisions',
  );
});

test.each([
  ['completed', '149.00', 0, 0, 'Paid'],
  ['completed', '0.00', 0, 0, 'Nothing due'],
  ['completed', '149.00', 4_900, 0, 'Partly refunded'],
  ['completed', '149.00', 14_900, 0, 'Refunded'],
  ['completed', '149.00', 0, 14_900, 'Paid in part'],
  ['completed', '0.00', 0, 14_900, 'Not paid'],
  ['pending', '149.00', 0, 0, 'Not paid'],
] as const)(
  '%s, $%s, %i cents refunded, %i owed: %s',
  (paymentStatus, initialPayment, refundedCents, owedCents, text) => {
    expect(paymentWords({ paymentStatus, refundedCents, owedCents, initialPayment }).text).toBe(text);
  },
);
