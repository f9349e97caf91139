import { paymentOptionsOf } from '../payments/payment-options.ts';
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
} from '@northlight/shared/contracts/shop/checkout.ts';
import type { Context } from 'koa';
import { validateBody } from '../middleware/validate.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { presentConfirmation } from '../orders/present-order.ts';
import { findOrderUnderWay } from './settle-payment.ts';
import { startPayment } from './start-payment.ts';
import { submitCheckout } from './submit-checkout.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as promoStore from './promo-store.ts';
import type { AppContext } from '../context.ts';

export function checkoutRoutes(router: Router, context: AppContext): void {
  const limit = context.limits.calls;
  const paymentOptions = paymentOptionsOf(context.settings.payments);
  const confirmation = (order: OrderWithLines, isBuyer = true): OrderConfirmation =>
    presentConfirmation(order, {
      secret: context.settings.secret,
      isBuyer,
      isProcessing:
        order.paymentId !== null && paymentStore.byId(context.db, order.paymentId)?.status === 'processing',
    });

  router.get(PAYMENT_MODE_PATH, (ctx) => {
    ctx.body = paymentOptions;
  });

  router.post(PROMO_CODE_PATH, limit('promo-code', { perMinute: 30 }), (ctx) => {
    const promo = promoStore.find(context.db, validateBody(ctx, PromoCode).promoCode);
    ctx.body = (
      promo
        ? { valid: true, code: promo.code, amountOff: centsToDollars(promo.amountOffCents) }
        : { valid: false }
    ) satisfies PromoCodeAnswer;
  });

  router.post(CREATE_PAYMENT_INTENT_PATH, limit('create-payment-intent', { perMinute: 60 }), async (ctx) => {
    const { amount } = validateBody(ctx, CreatePaymentIntent);
    const details = draftIn(ctx);
    context.limits.cardFailures.refuse(ctx.ip, details?.checkoutId ?? null);
    const start = await startPayment(context, {
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
            mode: context.settings.payments.mode,
            order: confirmation(start.order),
          }
        : {
            clientSecret: start.started.clientSecret ?? '',
            paymentIntentId: start.started.id,
            amount: centsToDollars(start.amountCents),
            mode: context.settings.payments.mode,
          }
    ) satisfies PaymentIntentAnswer;
  });

  router.post(PROCESS_PAYPAL_PATH, limit('process-paypal', { perMinute: 60 }), async (ctx) => {
    const { amount } = validateBody(ctx, ProcessPaypal);
    const start = await startPayment(context, {
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
    const order = await submitCheckout(context, checkout, ctx.ip);
    const isBuyer = order.checkoutId !== null && order.checkoutId === checkout.checkoutId;
    ctx.body = { success: true, order: confirmation(order, isBuyer) } satisfies CheckoutAnswer;
  });

  router.post(PAYMENT_STATUS_PATH, limit('payment-status', { perMinute: 60 }), async (ctx) => {
    const { checkoutId } = validateBody(ctx, PaymentStatusCall);
    const order = await context.locks.run(checkoutId, () => findOrderUnderWay(context, checkoutId));
    ctx.body = { order: order && confirmation(order) } satisfies PaymentStatusAnswer;
  });
}

/** A call that only names an amount has no draft. The site's own calls always have one. */
function draftIn(ctx: Context): CheckoutDraft | null {
  const body = ctx.request.body;
  const namesDraft = typeof body === 'object' && body !== null && 'checkoutId' in body;
  return namesDraft ? validateBody(ctx, CheckoutDraft) : null;
}
