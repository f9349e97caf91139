import { expect, test } from 'vitest';
import { anOrder } from '../test/lists.ts';
import { anOnHoldSubmission } from '../test/submissions.ts';
import { mergeCases } from './find-cases.ts';

const order = (orderNumber: string) => anOrder({ orderNumber });
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
