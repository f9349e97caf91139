import { randomUUID } from 'node:crypto';
import { CheckoutDraft } from '@northlight/shared/contracts/checkout.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import type { AppContext } from '../context.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as draftStore from '../settlement/draft-store.ts';
import { store } from '../settlement/carry-out.ts';
import { priceBundle } from './price-bundle.ts';
import { recurringTermsOf, saveDraft } from './start-payment.ts';

const METHOD = 'credit-card';
const NETWORK = 'trial';

/**
 * Stores an order that is paid by card and recurs, with all that follows from it, and throws whatever stops orders.
 * Call it in a transaction that is undone.
 */
export function placeTrialOrder(context: AppContext): void {
  const { db, now, providers } = context;
  const cameFrom = { source: 'trial', medium: '', campaign: '', referrer: '', promo: '' };
  const details = { ...madeUpDraft('trial@order.example', { serviceTypes: ['website'] }), cameFrom };
  const price = priceBundle(context, details);
  const { dueTodayCents: amountCents } = price;
  saveDraft(context, details, price, amountCents);
  const { id } = paymentStore.insert(db, {
    provider: providers[METHOD].name,
    mode: orderModeOf(context.settings.payments),
    attemptKey: details.checkoutId,
    draftId: details.checkoutId,
    amountCents,
    recurring: recurringTermsOf(price),
    clientNetwork: NETWORK,
    now: now(),
  });
  paymentStore.bind(db, id, details.checkoutId);
  const payment = paymentStore.byId(db, id) ?? null;
  const draft = draftStore.find(db, details.checkoutId);
  if (!payment || !draft) throw new Error('what was just stored cannot be read');
  store(
    context,
    { payment, purchase: { draft, method: METHOD } },
    {
      kind: 'answered',
      state: { status: 'paid', amountCents, currency: 'usd', chargeId: null, refunds: [], dispute: null },
    },
  );
}

/** What a made-up customer orders, to see whether the shop can sell. */
export const madeUpDraft = (email: string, bundle: Pick<CheckoutDraft, 'serviceTypes'>): CheckoutDraft =>
  CheckoutDraft.parse({
    checkoutId: randomUUID(),
    firstName: 'Test',
    lastName: 'Order',
    email,
    phone: '(555) 010-0000',
    businessName: 'Test order',
    businessDescription: 'A test of the shop',
    country: 'US',
    state: 'OH',
    city: 'Columbus',
    postalCode: '43004',
    address: '1 Test Street',
    acceptsTerms: true,
    ...bundle,
  });
