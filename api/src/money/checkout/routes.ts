import type * as z from 'zod/mini';
import { centsToDollars, dollarsToCents, type Cents } from '@northlight/shared/catalog/money.ts';
import type {
  AddonDraft,
  CheckoutDraft,
  CreatePaymentIntent,
  OrderConfirmation,
  ProcessPaypal,
} from '@northlight/shared/contracts/checkout.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { presentConfirmation, isPaid } from '../../work/orders/present-order.ts';
import { usablePromo } from '../promo-codes/promo-uses.ts';
import { endAttempts, findOrderUnderWay } from '../settlement/settle-payment.ts';
import { askForState } from './ask-for-state.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import { addonCheckout, addonDraft, plainDraft } from './addon.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import { askFor, hasTerms, startPayment, type PaymentToStart } from './start-payment.ts';
import { isOfOtherKeys, paymentOf, submitCheckout } from './submit-checkout.ts';
import type { StartedPayment } from '../payments/provider.ts';
import type { Payment } from '../payments/payment-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as promoStore from '../promo-codes/promo-store.ts';
import type { AppContext } from '../context.ts';
import type { PaymentModeResponse } from '@northlight/shared/contracts/payments.ts';
import { isClosed, type PaymentSettings } from '../../base/settings/payment-settings.ts';
import { paymentsClosed } from '../../base/errors.ts';

export function checkoutRoutes(mount: Mount, context: AppContext): void {
  const confirmation = (order: OrderWithLines, isBuyer = true): OrderConfirmation =>
    presentConfirmation(order, {
      secret: context.settings.secret,
      timeZone: context.settings.hours.timeZone,
      isBuyer,
      isProcessing:
        order.paymentId !== null &&
        !isPaid(order) &&
        paymentStore.byId(context.db, order.paymentId)?.status === 'processing',
    });

  mount('GET /api/payment-mode', () => paymentOptionsOf(context.settings.payments));

  mount('POST /api/promo-code', ({ body }) => {
    const promo = usablePromo(context, body.promoCode, { ...body, email: '' });
    if ('refusal' in promo) return { valid: false, ...(promo.isUsedUp && { message: promo.refusal }) };
    const { amountOffCents, ...reduction } = promoStore.reductionOf(promo);
    return { valid: true, amountOff: centsToDollars(amountOffCents), ...reduction };
  });

  mount('POST /api/create-payment-intent', async ({ body, ctx }) => {
    const details = draftIn(context, body);
    context.limits.cardFailures.refuse(ctx.ip, details?.checkoutId ?? null);
    const claimedCents = dollarsToCents(body.amount);
    const sent = { method: 'credit-card' as const, details, claimedCents, clientAddress: ctx.ip };
    const { order, started, amountCents } = await pay(context, sent);
    return {
      clientSecret: started?.clientSecret ?? '',
      paymentIntentId: started?.id ?? '',
      amount: centsToDollars(amountCents),
      mode: context.settings.payments.mode,
      ...(order && { order: confirmation(order) }),
    };
  });

  mount('POST /api/process-paypal', async ({ body, ctx }) => {
    const details = draftIn(context, body);
    const claimedCents = dollarsToCents(body.amount);
    const sent = { method: 'paypal' as const, details, claimedCents, clientAddress: ctx.ip };
    const { order, started } = await pay(context, sent);
    return {
      success: true,
      paypalOrderId: started?.id ?? '',
      approvalUrl: started?.approvalUrl ?? '',
      ...(order && { order: confirmation(order) }),
    };
  });

  mount('POST /api/checkout', async ({ body, ctx }) => {
    const checkout = 'link' in body ? addonCheckout(context, body) : plainDraft(context, body);
    const order = await submitCheckout(context, checkout, ctx.ip);
    const isBuyer = order.checkoutId !== null && order.checkoutId === checkout.checkoutId;
    return { success: true, order: confirmation(order, isBuyer) };
  });

  mount('POST /api/payment-status', async ({ body: { checkoutId } }) => {
    const order = await context.locks.run(checkoutId, () => findOrderUnderWay(context, checkoutId));
    return { order: order ? confirmation(order) : null };
  });

  mount('POST /api/paypal-status', ({ body: { paypalOrderId } }) => {
    const payment = paymentOf(context, 'paypal', paypalOrderId);
    const order = payment && orderStore.byPaymentId(context.db, payment.id);
    return { orderNumber: order && isPaid(order) ? order.orderNumber : null };
  });
}

type Begun = { amountCents: Cents } & (
  | { started: StartedPayment; order?: undefined }
  | { order: OrderWithLines; started?: undefined }
);

/** Starts a payment, unless the checkout is already paid or processing. */
function pay(context: AppContext, sent: PaymentToStart): Promise<Begun> {
  const checkoutId = sent.details?.checkoutId;
  return context.locks.run(checkoutId, async () => {
    const ordered = (order: OrderWithLines) => ({ order, amountCents: order.initialPaymentCents });
    const order = checkoutId && (await findOrderUnderWay(context, checkoutId));
    if (order) return ordered(order);
    if (isClosed(context.settings.payments)) throw paymentsClosed();
    const asked = askFor(context, sent);
    // An attempt at an older price, or with other keys, could still be paid in another tab.
    const isOld = (attempt: Payment) => !hasTerms(attempt, asked) || isOfOtherKeys(context, attempt);
    const paid = checkoutId && (await endAttempts(context, checkoutId, isOld, 'price_changed'));
    if (paid) return ordered(paid);
    return { started: await startPayment(context, asked), amountCents: asked.amountCents };
  });
}

/** A call that only names an amount has no draft. The site's own calls always have one. */
function draftIn(
  context: AppContext,
  body:
    | z.output<typeof CreatePaymentIntent | typeof ProcessPaypal>
    | ((CheckoutDraft | AddonDraft) & { amount: number }),
): DraftDetails | null {
  if ('link' in body) return addonDraft(context, body);
  if (!('checkoutId' in body)) {
    const price = { dueTodayCents: dollarsToCents(body.amount), recurringCents: 0 };
    if ('country' in body) askForState(currentCatalog(context.db).taxes, price, body);
    return null;
  }
  const { amount: _amount, ...draft } = body;
  return plainDraft(context, draft);
}

/** What the browser may see of the settings. No secrets. */
function paymentOptionsOf(payments: PaymentSettings): PaymentModeResponse {
  if (payments.mode === 'demo') return { mode: 'demo', methods: ['credit-card', 'paypal'], stripe: null };
  const { stripe, paypal } = payments;
  return {
    mode: 'live',
    methods: [...(stripe ? ['credit-card' as const] : []), ...(paypal ? ['paypal' as const] : [])],
    stripe: stripe && { publishableKey: stripe.publishableKey, jsUrl: stripe.jsUrl ?? null },
  };
}
