import { expect, test } from 'vitest';
import type { ListedOrder } from '../../contracts/orders.ts';
import { anOnHoldSubmission } from '../test/submissions.ts';
import { mergeCases } from './find-cases.ts';

const order = (orderNumber: string, firstName = 'Ada'): ListedOrder => ({
  id: 1,
  orderNumber,
  createdAt: '2026-11-21T18:04:05.000Z',
  firstName,
  lastName: 'Marlow',
  email: 'ada@marlow.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  serviceTypes: ['onhold'],
  initialPayment: '99.00',
  recurringPayment: '0.00',
  promoCode: null,
  discount: '0.00',
  tax: '0.00',
  isYearly: false,
  paymentStatus: 'completed',
  seoOptimization: false,
  blogSetup: false,
  extraRevisions: false,
  paymentMode: 'demo',
  reviewReason: null,
  missingForms: [],
  workStatus: 'new',
  dueAt: null,
  responsible: null,
  late: null,
  refundedCents: 0,
  owedCents: 0,
  isUnanswered: false,
});
const onHold = (orderNumber: string) => anOnHoldSubmission({ orderNumber, businessName: 'Li Tea House' });

test('each number appears once, as its order if there is one', () => {
  const found = mergeCases(
    { orders: [order('ORD-10002'), order('ORD-10001')] },
    undefined,
    { submissions: [] },
    { submissions: [onHold('ORD-10001'), onHold('ORD-10003'), onHold('ORD-10003')] },
  );
  expect(found).toEqual([
    { orderNumber: 'ORD-10002', name: 'Ada Marlow', business: 'Marlow Bicycles' },
    { orderNumber: 'ORD-10001', name: 'Ada Marlow', business: 'Marlow Bicycles' },
    { orderNumber: 'ORD-10003', name: 'Li Tea House', business: 'ada@marlow-bicycles.example' },
  ]);
});

test('the number of results is limited', () => {
  const orders = Array.from({ length: 20 }, (_, index) => order(`ORD-${10_000 + index}`));
  expect(mergeCases({ orders }, undefined, undefined, undefined)).toHaveLength(8);
});
