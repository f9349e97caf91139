import { centsToDollars, dollarsToCents } from '@northlight/shared/catalogue/money.ts';
import type { CheckoutDraft } from '@northlight/shared/contracts/shop/checkout.ts';
import type { OrderConfirmation } from '@northlight/shared/contracts/shop/checkout-answers.ts';
import { paymentOptionsOf } from '../payments/payment-options.ts';
import type { Mount } from '../endpoints/mount.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { presentConfirmation } from '../orders/present-order.ts';
import { findOrderUnderWay } from './settle-payment.ts';
import { startPayment } from './start-payment.ts';
import { submitCheckout } from './submit-checkout.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as promoStore from './promo-store.ts';
import type { AppContext } from '../context.ts';

export function checkoutRoutes(mount: Mount, context: AppContext): void {
  const paymentOptions = paymentOptionsOf(context.settings.payments);
  const confirmation = (order: OrderWithLines, isBuyer = true): OrderConfirmation =>
    presentConfirmation(order, {
      secret: context.settings.secret,
      isBuyer,
      isProcessing:
        order.paymentId !== null && paymentStore.byId(context.db, order.paymentId)?.status === 'processing',
    });

  mount('GET /api/payment-mode', () => paymentOptions);

  mount('POST /api/promo-code', ({ body }) => {
    const promo = promoStore.find(context.db, body.promoCode);
    if (!promo) return { valid: false };
    return { valid: true, code: promo.code, amountOff: centsToDollars(promo.amountOffCents) };
  });

  mount('POST /api/create-payment-intent', async ({ body, ctx }) => {
    const details = draftIn(body);
    context.limits.cardFailures.refuse(ctx.ip, details?.checkoutId ?? null);
    const start = await startPayment(context, {
      method: 'credit-card',
      details,
      claimedCents: dollarsToCents(body.amount),
      clientAddress: ctx.ip,
    });
    const { mode } = context.settings.payments;
    return start.kind === 'ordered'
      ? {
          clientSecret: '',
          paymentIntentId: '',
          amount: centsToDollars(start.order.initialPaymentCents),
          mode,
          order: confirmation(start.order),
        }
      : {
          clientSecret: start.started.clientSecret ?? '',
          paymentIntentId: start.started.id,
          amount: centsToDollars(start.amountCents),
          mode,
        };
  });

  mount('POST /api/process-paypal', async ({ body, ctx }) => {
    const start = await startPayment(context, {
      method: 'paypal',
      details: draftIn(body),
      claimedCents: dollarsToCents(body.amount),
      clientAddress: ctx.ip,
    });
    return start.kind === 'ordered'
      ? { success: true, paypalOrderId: '', approvalUrl: '', order: confirmation(start.order) }
      : { success: true, paypalOrderId: start.started.id, approvalUrl: start.started.approvalUrl ?? '' };
  });

  mount('POST /api/checkout', async ({ body: checkout, ctx }) => {
    const order = await submitCheckout(context, checkout, ctx.ip);
    const isBuyer = order.checkoutId !== null && order.checkoutId === checkout.checkoutId;
    return { success: true, order: confirmation(order, isBuyer) };
  });

  mount('POST /api/payment-status', async ({ body: { checkoutId } }) => {
    const order = await context.locks.run(checkoutId, () => findOrderUnderWay(context, checkoutId));
    return { order: order ? confirmation(order) : null };
  });
}

/** A call that only names an amount has no draft. The site's own calls always have one. */
function draftIn(body: { amount: number } | (CheckoutDraft & { amount: number })): CheckoutDraft | null {
  if (!('checkoutId' in body)) return null;
  const { amount: _amount, ...draft } = body;
  return draft;
}
