import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import type { RefundStatus } from '@northlight/shared/contracts/payments.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import { payments } from '../../db/schema/payments.ts';
import { countOthers, dismiss, STRAY, toReview } from './payment-reviews.ts';
import * as refundStore from './refund-store.ts';

/** A payment of $99.00 that somebody has to look at. */
async function reviewed(review: Review | null = { code: 'no_order' }) {
  const { db, clock } = await startTestApp().then(async (app) => {
    await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
    return app;
  });
  db.update(payments).set({ review }).run();
  return {
    db,
    now: clock.now,
    refund: (amountCents: number, status: RefundStatus) =>
      refundStore.insert(db, {
        paymentId: 1,
        key: crypto.randomUUID(),
        reason: '',
        amountCents,
        taxCents: 0,
        status,
        createdAt: clock.now,
        updatedAt: clock.now,
      }),
  };
}

test.each<[string, [number, RefundStatus][], number]>([
  ['nothing was refunded', [], 1],
  ['a part was refunded', [[9_899, 'succeeded']], 1],
  ['everything was refunded', [[9_900, 'succeeded']], 0],
  [
    'everything is being refunded',
    [
      [5_000, 'succeeded'],
      [4_900, 'pending'],
    ],
    0,
  ],
  ['its refund failed', [[9_900, 'failed']], 1],
  [
    'a part of its refunds failed',
    [
      [5_000, 'succeeded'],
      [4_900, 'failed'],
    ],
    1,
  ],
])('a payment to look at, of which %s', async (_what, refunds, expected) => {
  const { db, refund } = await reviewed();
  for (const [amountCents, status] of refunds) refund(amountCents, status);
  expect(toReview(db)).toHaveLength(expected);
});

const dispute = (status: 'open' | 'won' | 'lost') =>
  ({ code: 'disputed', dispute: { id: 'd', status, amountCents: 100 } }) as Review;

test.each([
  ['without a reason', null, 0, false],
  ['without an order', { code: 'no_order' } as Review, 1, true],
  ['that nobody knows', { code: 'unknown_payment' } as Review, 1, true],
  ['with an open dispute', dispute('open'), 1, false],
  ['with a dispute that was lost', dispute('lost'), 0, false],
  ['with a dispute that was won', dispute('won'), 0, false],
])(
  'a payment %s is looked at, or not, and only one without an order is dismissed',
  async (_what, review, count, canGo) => {
    const { db, now } = await reviewed(review);
    expect(toReview(db)).toHaveLength(count);
    expect(dismiss(db, 1, now)).toBe(canGo);
    expect(rows.payments(db)[0]?.review).toEqual(canGo ? null : review);
  },
);

test('payments of other systems are those without a checkout and a task, up to a limit', async () => {
  const { db } = await reviewed(null);
  expect(countOthers(db, 10)).toBe(0);
  db.update(payments)
    .set({ attemptKey: `${STRAY}pi_1` })
    .run();
  expect([countOthers(db, 10), countOthers(db, 0)]).toEqual([1, 0]);
  db.update(payments)
    .set({ review: { code: 'unknown_payment' } })
    .run();
  expect(countOthers(db, 10)).toBe(0);
});
