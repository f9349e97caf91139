import type { Router } from '@koa/router';
import { centsToDollars, dollarsToCents } from '@northlight/shared/catalogue/money.ts';
import {
  Checkout,
  CHECKOUT_PATH,
  CheckoutDraft,
  CREATE_PAYMENT_INTENT_PATH,
  CreatePaymentIntent,
  PAYMENT_MODE_PATH,
  PAYMENT_STATUS_PATH,
  PaymentStatusCall,
  ProcessPaypal,
  PROCESS_PAYPAL_PATH,
  PROMO_CODE_PATH,
  PromoCode,
  type CheckoutAnswer,
  type OrderConfirmation,
  type PaymentIntentAnswer,
  type PaymentStatusAnswer,
  type PaypalAnswer,
  type PromoCodeAnswer,
} from '@northlight/shared/contracts/checkout.ts';
import type { Context } from 'koa';
import type { LimitFactory } from '../middleware/rate-limit.ts';
import { validateBody } from '../middleware/validate.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { presentConfirmation } from '../orders/present-order.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { findOrderUnderWay } from './other-attempts.ts';
import { startPayment } from './start-payment.ts';
import { submitCheckout } from './submit-checkout.ts';

export function checkoutRoutes(router: Router, deps: CheckoutDeps, limit: LimitFactory): void {
  const confirmation = (order: OrderWithLines, isBuyer = true): OrderConfirmation =>
    presentConfirmation(order, {
      intakeLinks: deps.intakeLinks,
      isBuyer,
      isProcessing:
        order.paymentId !== null && deps.paymentStore.byId(order.paymentId)?.status === 'processing',
    });

  router.get(PAYMENT_MODE_PATH, (ctx) => {
    ctx.body = deps.offer;
  });

  router.post(PROMO_CODE_PATH, limit('promo-code', { perMinute: 30 }), (ctx) => {
    const promo = deps.promoStore.find(validateBody(ctx, PromoCode).promoCode);
    ctx.body = (
      promo
        ? { valid: true, code: promo.code, amountOff: centsToDollars(promo.amountOffCents) }
        : { valid: false }
    ) satisfies PromoCodeAnswer;
  });

  router.post(CREATE_PAYMENT_INTENT_PATH, limit('create-payment-intent', { perMinute: 60 }), async (ctx) => {
    const { amount } = validateBody(ctx, CreatePaymentIntent);
    const details = draftIn(ctx);
    deps.cardTesting.refuse(ctx.ip, details?.checkoutId ?? null);
    const start = await startPayment(deps, {
      method: 'credit-card',
      details,
      claimedCents: dollarsToCents(amount),
      clientAddress: ctx.ip,
    });
    ctx.body = (
      start.kind === 'ordered'
        ? {
            clientSecret: '',
            paymentIntentId: '',
            amount: centsToDollars(start.order.initialPaymentCents),
            mode: deps.paymentMode,
            order: confirmation(start.order),
          }
        : {
            clientSecret: start.started.clientSecret ?? '',
            paymentIntentId: start.started.id,
            amount: centsToDollars(start.amountCents),
            mode: deps.paymentMode,
          }
    ) satisfies PaymentIntentAnswer;
  });

  router.post(PROCESS_PAYPAL_PATH, limit('process-paypal', { perMinute: 60 }), async (ctx) => {
    const { amount } = validateBody(ctx, ProcessPaypal);
    const start = await startPayment(deps, {
      method: 'paypal',
      details: draftIn(ctx),
      claimedCents: dollarsToCents(amount),
      clientAddress: ctx.ip,
    });
    ctx.body = (
      start.kind === 'ordered'
        ? { success: true, paypalOrderId: '', approvalUrl: '', order: confirmation(start.order) }
        : { success: true, paypalOrderId: start.started.id, approvalUrl: start.started.approvalUrl ?? '' }
    ) satisfies PaypalAnswer;
  });

  router.post(CHECKOUT_PATH, limit('checkout', { perMinute: 60 }), async (ctx) => {
    const checkout = validateBody(ctx, Checkout);
    const order = await submitCheckout(deps, checkout, ctx.ip);
    const isBuyer = order.checkoutId !== null && order.checkoutId === checkout.checkoutId;
    ctx.body = { success: true, order: confirmation(order, isBuyer) } satisfies CheckoutAnswer;
  });

  router.post(PAYMENT_STATUS_PATH, limit('payment-status', { perMinute: 60 }), async (ctx) => {
    const { checkoutId } = validateBody(ctx, PaymentStatusCall);
    const order = await deps.locks.run(checkoutId, () => findOrderUnderWay(deps, checkoutId));
    ctx.body = { order: order && confirmation(order) } satisfies PaymentStatusAnswer;
  });
}

/** A call with an amount alone names no draft; the site's own calls always do. */
function draftIn(ctx: Context): CheckoutDraft | null {
  const body = ctx.request.body;
  const namesDraft = typeof body === 'object' && body !== null && 'checkoutId' in body;
  return namesDraft ? validateBody(ctx, CheckoutDraft) : null;
}
