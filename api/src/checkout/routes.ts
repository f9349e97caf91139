import type { Router } from '@koa/router';
import { centsToDollars, dollarsToCents } from '@northlight/shared/catalogue/money.ts';
import {
  Checkout,
  CHECKOUT_PATH,
  CheckoutDraft,
  CREATE_PAYMENT_INTENT_PATH,
  CreatePaymentIntent,
  PAYMENT_MODE_PATH,
  ProcessPaypal,
  PROCESS_PAYPAL_PATH,
  PROMO_CODE_PATH,
  PromoCode,
  type CheckoutAnswer,
  type PaymentIntentAnswer,
  type PaypalAnswer,
  type PromoCodeAnswer,
} from '@northlight/shared/contracts/checkout.ts';
import type { Context } from 'koa';
import type { LimitFactory } from '../middleware/rate-limit.ts';
import { validateBody } from '../middleware/validate.ts';
import { presentConfirmation } from '../orders/present-order.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { startPayment } from './start-payment.ts';
import { submitCheckout } from './submit-checkout.ts';

export function checkoutRoutes(router: Router, deps: CheckoutDeps, limit: LimitFactory): void {
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
      start.kind === 'paid'
        ? {
            clientSecret: '',
            paymentIntentId: '',
            amount: centsToDollars(start.order.initialPaymentCents),
            mode: deps.paymentMode,
            order: presentConfirmation(start.order, deps.intakeLinks),
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
      start.kind === 'paid'
        ? {
            success: true,
            paypalOrderId: '',
            approvalUrl: '',
            order: presentConfirmation(start.order, deps.intakeLinks),
          }
        : { success: true, paypalOrderId: start.started.id, approvalUrl: start.started.approvalUrl ?? '' }
    ) satisfies PaypalAnswer;
  });

  router.post(CHECKOUT_PATH, limit('checkout', { perMinute: 60 }), async (ctx) => {
    const order = await submitCheckout(deps, validateBody(ctx, Checkout));
    ctx.body = {
      success: true,
      order: presentConfirmation(order, deps.intakeLinks),
    } satisfies CheckoutAnswer;
  });
}

/** The specification's bare call names no draft; ours always does (D8). */
function draftIn(ctx: Context): CheckoutDraft | null {
  const body = ctx.request.body;
  const namesDraft = typeof body === 'object' && body !== null && 'checkoutId' in body;
  return namesDraft ? validateBody(ctx, CheckoutDraft) : null;
}
