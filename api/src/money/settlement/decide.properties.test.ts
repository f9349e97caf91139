import { CheckoutDraft } from '@northlight/shared/contracts/checkout.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { testDatabase, testEnv, TEST_NOW } from '../../../test/shop/test-app.ts';
import { createContext } from '../../server/context.ts';
import { createLog } from '../../base/log.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { PaymentState } from '../payments/provider.ts';
import { createPasswords } from '../../people/session/passwords.ts';
import { record } from './carry-out.ts';
import type { Purchase } from './order-content.ts';
import * as draftStore from './draft-store.ts';
import { priceBundle } from '../checkout/price-bundle.ts';
import { inFull } from '../../../test/fixtures/long.ts';

const DUE = 14_900;
const paid = (amountCents: number): PaymentState => ({
  status: 'paid',
  amountCents,
  currency: 'usd',
  chargeId: 'ch_1',
  refunds: [],
  dispute: null,
});

/** News about one of the two payments of a checkout. It can arrive late or twice. */
type Event = { payment: 0 | 1; state: PaymentState | 'claimed' };

const anEvent: fc.Arbitrary<Event> = fc.record({
  payment: fc.constantFrom(0 as const, 1 as const),
  state: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(paid(DUE), paid(DUE - 100)) },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Event['state']>(
        'claimed',
        { status: 'open' },
        { status: 'processing' },
        { status: 'declined', reason: 'Not today.' },
        { status: 'failed', reason: 'Canceled.' },
      ),
    },
  ),
});

function aShop() {
  const db = testDatabase();
  const context = createContext({
    db,
    settings: testEnv(),
    log: createLog('silent'),
    now: () => TEST_NOW,
    passwords: createPasswords(),
  });
  const details = CheckoutDraft.parse(aDraft({ serviceTypes: ['website'] }));
  const draft = { details, price: priceBundle(context, details), consent: null };
  draftStore.put(db, draft, DUE, TEST_NOW);
  const payments = ['stripe', 'paypal'].map((provider, index) =>
    paymentStore.insert(db, {
      provider: provider as 'stripe' | 'paypal',
      mode: 'test',
      attemptKey: `attempt-${index}`,
      draftId: details.checkoutId,
      amountCents: DUE,
      recurring: null,
      clientNetwork: '203.0.113.0/24',
      now: TEST_NOW,
    }),
  );
  const purchase: Purchase = { draft, method: 'credit-card' };
  return { context, payments, purchase };
}

async function happens({ context, payments, purchase }: ReturnType<typeof aShop>, { payment, state }: Event) {
  const about = { payment: payments[payment] ?? null, purchase };
  return record(
    context,
    about,
    state === 'claimed' ? { kind: 'claimed', received: null } : { kind: 'answered', state },
  );
}

/** What must be true after any history, in any order, even if events arrive late or twice. */
function invariants(
  { db }: Pick<ReturnType<typeof createContext>, 'db'>,
  history: readonly Event[],
): string[] {
  const orders = rows.orders(db);
  const payments = rows.payments(db);
  const [order] = orders;
  const paidPayments = payments.filter(({ status }) => status === 'paid');
  const firstPaid = new Set(
    history.flatMap(({ payment, state }) =>
      state !== 'claimed' && state.status === 'paid' ? [payment] : [],
    ),
  );
  const secondPayments = paidPayments.filter(({ id }) => id !== order?.paymentId);
  return [
    ...(orders.length > 1 ? ['two orders for one checkout'] : []),
    ...(paidPayments.length === firstPaid.size ? [] : ['money that arrived is not stored as paid']),
    ...(paidPayments.length > 0 && !order ? ['money without an order'] : []),
    ...(order?.paymentStatus === 'completed' && order.receivedAmountCents !== DUE
      ? ['completed by another amount than was due']
      : []),
    ...(order?.paymentStatus === 'pending' && !order.review ? ['pending without a reason'] : []),
    ...(order?.paymentStatus === 'completed' && order.review ? ['completed and to be reviewed'] : []),
    ...secondPayments.flatMap(({ id, review, receivedAmountCents }) => {
      const refund = rows.refunds(db).filter(({ paymentId }) => paymentId === id);
      const isPlanned = refund.length === 1 && refund[0]?.amountCents === receivedAmountCents;
      return review?.code === 'second_payment' && isPlanned ? [] : [`payment ${id} is nobody's`];
    }),
    ...(rows.refunds(db).some(({ paymentId }) => paymentId === order?.paymentId)
      ? ['the payment of the order is refunded']
      : []),
  ];
}

test('after any history: one order, and every payment belongs to it or is refunded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 1, maxLength: 8 }), async (history) => {
      const shop = aShop();
      for (const event of history) await happens(shop, event);
      expect(invariants(shop.context, history)).toEqual([]);
      shop.context.db.$client.close();
    }),
    { numRuns: inFull(80, 20) },
  );
});

test('a repeated event changes nothing in the tables or the outbox', async () => {
  const stored = ({ context: { db } }: ReturnType<typeof aShop>) => [
    rows.orders(db),
    rows.payments(db),
    rows.refunds(db),
    rows.outbox(db),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 1, maxLength: 6 }), async (history) => {
      const shop = aShop();
      for (const event of history) {
        await happens(shop, event);
        const before = stored(shop);
        await happens(shop, event);
        expect(stored(shop)).toEqual(before);
      }
      shop.context.db.$client.close();
    }),
    { numRuns: inFull(40, 15) },
  );
});

test('the right amount completes the order, whenever it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anEvent, { maxLength: 5 }).filter((events) => !events.some(({ payment }) => payment === 1)),
      fc.nat(5),
      async (others, position) => {
        const shop = aShop();
        const history = others.filter(({ state }) => state === 'claimed' || state.status !== 'paid');
        history.splice(position, 0, { payment: 0, state: paid(DUE) });
        for (const event of history) await happens(shop, event);
        expect(rows.orders(shop.context.db)).toMatchObject([
          { paymentStatus: 'completed', receivedAmountCents: DUE, review: null },
        ]);
        shop.context.db.$client.close();
      },
    ),
    { numRuns: inFull(40, 15) },
  );
});
