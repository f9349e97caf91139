import { call } from '../../../lib/api-client.ts';
import { orderFound } from '../state/checkout-store.ts';

/** The server finishes the order soon after PayPal's approval. */
const WAITS_MS = [0, 3_000, 5_000, 10_000, 20_000, 30_000];

/** Asks whether the customer's order is placed, for about a minute. */
export async function lookForOrder(paypalOrderId: string): Promise<void> {
  for (const wait of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await call('POST /api/paypal-status', { body: { paypalOrderId } }).catch(() => null);
    if (answer?.orderNumber) return orderFound(answer.orderNumber);
  }
}

/** Stands in place of the steps, so that nobody orders again. */
export function PlacedOrder({ orderNumber }: { orderNumber: string }) {
  return (
    <section className="step stack gap-6" role="status">
      <h1>{`Your order ${orderNumber} is placed`}</h1>
      <p className="lede">
        Your PayPal payment went through. We emailed you the details and a link to your order. Please don’t
        pay again.
      </p>
      <p>
        <a className="button quiet" href="/orders">
          See all your orders
        </a>{' '}
        <a className="button quiet" href="/checkout">
          Order something else
        </a>
      </p>
    </section>
  );
}
