import { expect, test } from 'vitest';
import type { OrdersResponse } from '../../contracts/orders.ts';
import { wholeResponse } from './whole-response.ts';

const bare = (answer: object) => wholeResponse(answer as OrdersResponse);

test('a response with the basic fields alone becomes one page with everything the views read', () => {
  const orders = [{ id: 1, orderNumber: 'ORD-10001', serviceTypes: null }];
  expect(bare({ success: true, orders })).toMatchObject({
    total: 1,
    isTotalExact: true,
    nextCursor: null,
    orders: [{ id: 1, serviceTypes: [], missingForms: [], workStatus: 'new', reviewReason: null }],
  });
  expect(bare({ success: true })).toMatchObject({ total: 0, orders: [], submissions: [] });
  const submissions = [{ id: 2, practiceName: 'Riverside Dental' }];
  expect(bare({ success: true, submissions })).toMatchObject({
    submissions: [{ businessName: 'Riverside Dental', orderMatch: 'request', workStatus: 'new' }],
  });
});

test('the server’s own values are kept', () => {
  const orders = [{ id: 1, workStatus: 'delivered', missingForms: ['voice'], paymentMode: 'demo' }];
  const answer = { success: true, orders, total: 700, isTotalExact: false, nextCursor: '1' };
  expect(bare(answer)).toMatchObject(answer);
});
