import type { DemoCardResponse } from '@northlight/shared/contracts/payments.ts';
import * as demoStore from '../payments/demo/demo-store.ts';
import type { DemoPaymentStatus } from '../../db/schema/payments.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { notFound, badField, paymentsChanged } from '../../base/errors.ts';
import { cardDeclined } from '../settlement/card-declined.ts';
import { demoAmount, demoAttempt } from '../payments/demo/demo-store.ts';
import { DEMO_SECRET_SUFFIX } from '../payments/demo/provider.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { AppContext } from '../context.ts';

const DECLINES: Record<string, string> = {
  '4000000000000002': 'Your card was declined. Please try another card.',
  '4000000000009995': 'Your card has insufficient funds. Please try another card.',
};
const NOT_KNOWN = 'We couldn’t find this demo payment.';
/**
 * Paid with a different payment, or ended after too many declined cards. Starting a new payment tells which.
 */
const CHECKOUT_OVER: DemoCardResponse = {
  status: 'declined',
  isOver: true,
  message: 'This payment is no longer open. You weren’t charged.',
};
const NEEDS_CONFIRMATION = '4000000000003220';
const SUCCEEDS = '4242424242424242';
/** Works today, and declines every recurring payment. */
const FAILS_LATER = '4000000000000341';

/** Replaces Stripe's card fields and PayPal's page in demo mode. In demo mode only. */
export function demoRoutes(mount: Mount, context: AppContext): void {
  const { db, settings, now } = context;
  const inDemo = (id: string) => {
    if (settings.payments.mode === 'demo') return;
    throw demoAmount(id, settings.secret) === null ? notFound() : paymentsChanged();
  };

  mount('POST /api/demo-payments/card', async ({ body: { clientSecret, cardNumber, isConfirmed } }) => {
    const sent = clientSecret.replace(DEMO_SECRET_SUFFIX, '');
    inDemo(sent);
    const id = ownId('clientSecret', sent);
    if (demoStore.status(db, id) === 'voided') return CHECKOUT_OVER;
    const answer = confirmCard(cardNumber, isConfirmed);
    const status = answer.status === 'succeeded' ? 'paid' : answer.status;
    await demoStore.record(db, id, status, now(), cardNumber === FAILS_LATER);
    const payment = paymentStore.byAttemptKey(db, demoAttempt(id));
    if (payment && answer.status === 'declined') await cardDeclined(context, payment);
    return answer;
  });

  mount('POST /api/demo-payments/paypal', async ({ body: { paypalOrderId, decision } }) => {
    inDemo(paypalOrderId);
    const id = ownId('paypalOrderId', paypalOrderId);
    const decided: Record<typeof decision, DemoPaymentStatus> = { approve: 'approved', cancel: 'cancelled' };
    await demoStore.record(db, id, decided[decision], now());
    const query = new URLSearchParams({
      paypal: decision === 'approve' ? 'return' : 'cancel',
      token: id,
      ...(decision === 'approve' && { PayerID: 'DEMO' }),
    });
    return { returnUrl: `/checkout?${query}` };
  });

  function ownId(field: string, id: string): string {
    if (demoAmount(id, settings.secret) === null) throw badField(field, NOT_KNOWN);
    return id;
  }
}

function confirmCard(cardNumber: string, isConfirmed: boolean): DemoCardResponse {
  if (cardNumber === SUCCEEDS || cardNumber === FAILS_LATER) return { status: 'succeeded' };
  if (cardNumber === NEEDS_CONFIRMATION) return { status: isConfirmed ? 'succeeded' : 'requires_action' };
  return {
    status: 'declined',
    message: DECLINES[cardNumber] ?? 'This is a demo. Please use one of the test card numbers.',
  };
}
