import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import type { RecurringTerms } from '../../src/money/payments/recurring.ts';
import { openStripe } from './fixture.ts';
import type { MEANS } from './payment-methods.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

type Order = {
  at?: string;
  means?: keyof typeof MEANS;
  changes?: Partial<RecurringTerms>;
  isSaved?: boolean;
};

/** A fake Stripe, our provider, and one paid order. Pass `close` of the fake to `onTestFinished`. */
export async function openRecurring(order: Order = {}) {
  const { at = '2027-01-15T10:00:00.700Z', means = 'succeeds', changes = {}, isSaved = true } = order;
  const stripe = await openStripe();
  const { fake, provider } = stripe;
  const { recurring } = provider;
  let now = new Date(at);
  const wait = (milliseconds: number): void => {
    now = new Date(now.getTime() + milliseconds);
    fake.advanceTo(now);
  };
  wait(0);
  const saved = isSaved ? { amountCents: 3_000, period: 'month' as const } : null;
  const { id: paymentId } = await stripe.start({ recurring: saved });
  fake.confirm(paymentId, means);
  const { period = 'month' } = changes;
  const startedAt = now;
  const terms: RecurringTerms = {
    orderNumber: 'ORD-10001',
    name: 'Ada Marlow',
    email: 'ada@marlow-bicycles.example',
    amountCents: 3_000,
    period,
    startedAt,
    firstChargeAt: addPeriods(startedAt, period, 1),
    refusals: 0,
    paymentId,
    ...changes,
  };
  let known: string | null = null;
  /** Like the shop: with the ID that an earlier call remembered. */
  const start = (): Promise<string> =>
    recurring.start(terms, known, async (id) => {
      known = id;
    });
  wait(5 * SECOND);
  return {
    ...stripe,
    recurring,
    terms,
    start,
    known: () => known,
    wait: (days: number) => wait(days * DAY),
    waitSeconds: (seconds: number) => wait(seconds * SECOND),
  };
}

/** With its recurring payment started. */
export async function openStarted(order: Order = {}) {
  const shop = await openRecurring(order);
  const id = await shop.start();
  return { ...shop, id, look: () => shop.recurring.lookUp(id) };
}
