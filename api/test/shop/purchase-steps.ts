import type {
  CheckoutDraftInput,
  CheckoutInput,
  PaymentIntentResponse,
  PaypalResponse,
} from '@northlight/shared/contracts/checkout.ts';
import { orderKeyOf } from '../../src/work/orders/order-links.ts';
import * as orderStore from '../../src/work/orders/order-store.ts';
import { aCheckout, aDraft, CARDS } from '../fixtures/factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** The browser's single steps. To take all steps at once, see `buyWithCard` in factories.ts. */

export async function startCard(app: TestApp, draft: CheckoutDraftInput): Promise<PaymentIntentResponse> {
  const { body } = await app.post('/api/create-payment-intent', { amount: 149, ...draft });
  return body;
}

/** A new shop, where somebody is about to pay by card. */
export async function startedCard(draft = aDraft()) {
  const app = await startTestApp();
  return { app, draft, ...(await startCard(app, draft)) };
}

/** A new shop, where somebody is about to pay with PayPal. */
export async function startedPaypal(draft = aDraft()) {
  const app = await startTestApp();
  return { app, draft, ...(await startPaypal(app, draft)) };
}

export async function confirmCard(app: TestApp, clientSecret: string, cardNumber = CARDS.succeeds) {
  const { body } = await app.post('/api/demo-payments/card', { clientSecret, cardNumber });
  return body;
}

export async function startPaypal(app: TestApp, draft: CheckoutDraftInput): Promise<PaypalResponse> {
  const { body } = await app.post('/api/process-paypal', { amount: 149, ...draft });
  return body;
}

export async function decidePaypal(app: TestApp, paypalOrderId: string, decision: 'approve' | 'cancel') {
  const { body } = await app.post('/api/demo-payments/paypal', { paypalOrderId, decision });
  return body;
}

/** The browser's last call of a purchase. */
export function checkOut(app: TestApp, draft: CheckoutDraftInput, claims: Partial<CheckoutInput> = {}) {
  return app.post('/api/checkout', aCheckout(draft, claims));
}

export async function buyWithPaypal(app: TestApp, draft: CheckoutDraftInput) {
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  return checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
}

/** What the link in an order's emails opens its page with. */
export function pageLink({ db, context }: Pick<TestApp, 'db' | 'context'>, orderNumber = 'ORD-10001') {
  const order = orderStore.byNumber(db, orderNumber);
  if (!order) throw new Error(`The order ${orderNumber} is missing.`);
  return { order: orderNumber, key: orderKeyOf(context.settings.secret, order) };
}

/** The form link in the newest email that has one. */
export async function linkInEmail(app: TestApp): Promise<URL> {
  const texts = (await app.sentEmails()).map(({ text }) => text);
  const links = texts.flatMap((text) => text.match(/http\S+-form\?order=\S+/g) ?? []);
  return new URL(links.at(-1) ?? '');
}
