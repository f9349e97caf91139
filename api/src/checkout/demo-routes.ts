import * as demoStore from '../payments/demo/demo-store.ts';
import type { Router } from '@koa/router';
import {
  DEMO_CARD_PATH,
  DEMO_PAYPAL_PATH,
  DemoCard,
  DemoPaypal,
  type DemoCardAnswer,
  type DemoPaypalAnswer,
} from '@northlight/shared/contracts/shop/demo-payments.ts';
import type { DemoPaymentStatus } from '../db/schema.ts';
import { badInput } from '../errors.ts';
import { validateBody } from '../middleware/validate.ts';
import { cardDeclined } from './card-declined.ts';
import { demoAmount, demoAttempt } from '../payments/demo/demo-ids.ts';
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
const OVER: DemoCardAnswer = {
  status: 'declined',
  isOver: true,
  message: 'This payment has ended, and you weren’t charged.',
};
const NEEDS_CONFIRMATION = '4000000000003220';
const SUCCEEDS = '4242424242424242';

/** Replaces Stripe's card fields and PayPal's page in demo mode. Mounted in demo mode only. */
export function demoRoutes(router: Router, context: AppContext): void {
  const { db, settings, now, limits } = context;
  const limited = limits.calls('demo-payments', { perMinute: 60 });

  router.post(DEMO_CARD_PATH, limited, async (ctx) => {
    const { clientSecret, cardNumber, isConfirmed } = validateBody(ctx, DemoCard);
    const id = ownId('clientSecret', clientSecret.replace(DEMO_SECRET_SUFFIX, ''));
    if (demoStore.status(db, id) === 'voided') {
      ctx.body = OVER;
      return;
    }
    const answer = confirmCard(cardNumber, isConfirmed);
    await demoStore.record(db, id, answer.status === 'succeeded' ? 'paid' : answer.status, now());
    const payment = paymentStore.byAttemptKey(db, demoAttempt(id));
    if (payment && answer.status === 'declined') await cardDeclined(context, payment);
    ctx.body = answer;
  });

  router.post(DEMO_PAYPAL_PATH, limited, async (ctx) => {
    const { paypalOrderId, decision } = validateBody(ctx, DemoPaypal);
    const id = ownId('paypalOrderId', paypalOrderId);
    const decided: Record<typeof decision, DemoPaymentStatus> = { approve: 'approved', cancel: 'cancelled' };
    await demoStore.record(db, id, decided[decision], now());
    const query = new URLSearchParams({
      paypal: decision === 'approve' ? 'return' : 'cancel',
      token: id,
      ...(decision === 'approve' && { PayerID: 'DEMO' }),
    });
    ctx.body = { returnUrl: `/checkout?${query}` } satisfies DemoPaypalAnswer;
  });

  function ownId(field: string, id: string): string {
    if (demoAmount(id, settings.secret) === null) throw badInput(NOT_KNOWN, { [field]: [NOT_KNOWN] });
    return id;
  }
}

function confirmCard(cardNumber: string, isConfirmed: boolean): DemoCardAnswer {
  if (cardNumber === SUCCEEDS) return { status: 'succeeded' };
  if (cardNumber === NEEDS_CONFIRMATION) return { status: isConfirmed ? 'succeeded' : 'requires_action' };
  return {
    status: 'declined',
    message: DECLINES[cardNumber] ?? 'This is a demo. Please use one of the test card numbers.',
  };
}
