import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { audit } from './check-invariants.ts';
import { begin, calmScene, comeBack, createBuyer, type Buyer } from './buyer.ts';
import { startLiveShop, type LiveShop } from './live-shop.ts';
import { settle, untilWorkedOff } from './wait-until-settled.ts';

const CHECKOUTS = 200;
const AT_ONCE = 4;
/** Less than the shop waits for the answer of a provider. */
const BOUND_WITHIN_MS = 6_000;

/** Waits until the event has given the shop the payment ID that the delayed response will also contain. */
async function untilBound(shop: LiveShop, id: string): Promise<boolean> {
  const until = Date.now() + BOUND_WITHIN_MS;
  while (Date.now() < until) {
    const bound = shop.withRecords((db) =>
      db.$client.prepare('SELECT 1 FROM payments WHERE provider_payment_id = ?').get(id),
    );
    if (bound) return true;
    await delay(20);
  }
  return false;
}

test(
  `${CHECKOUTS} times the webhook arrives before the response to the create call, and no browser returns`,
  { tags: ['long'] },
  async () => {
    const shop = await startLiveShop();
    await shop.open();
    const { stripe, paypal } = shop;
    const counts = { inTheInbox: 0, workedOff: 0, beforeTheCapturesAnswer: 0 };
    // A slow machine repeats a call whose answer it did not wait for.
    const created = new Set<string>();
    /** Every other time, the shop also processes the event before it gets the response. */
    const comesFirst = async (fake: { webhooks: { idle: () => Promise<void> } }, id: string) => {
      await fake.webhooks.idle();
      if (created.has(id)) return;
      created.add(id);
      counts.inTheInbox += 1;
      if (created.size % 2 === 0 && (await untilBound(shop, id))) counts.workedOff += 1;
    };
    stripe.state.beforeAnswer = async ({ method, path }, { body }) => {
      if (`${method} ${path}` !== 'POST /v1/payment_intents') return;
      const { id } = body as { id: string };
      stripe.confirm(id, 'succeeds');
      await comesFirst(stripe, id);
    };
    paypal.state.beforeAnswer = async ({ method, path }, { body }) => {
      if (path.endsWith('/capture')) {
        await paypal.webhooks.idle();
        counts.beforeTheCapturesAnswer += 1;
      }
      if (`${method} ${path}` !== 'POST /v2/checkout/orders') return;
      const { id } = body as { id: string };
      paypal.approve(id);
      await comesFirst(paypal, id);
    };

    const scene = calmScene(shop);
    const buyers: Buyer[] = [];
    const serve = async () => {
      while (buyers.length < CHECKOUTS) {
        const buyer = createBuyer(buyers.length + 1, scene.luck.random);
        // PayPal sends no event about the approval of a subscription.
        buyer.draft.serviceTypes = ['onhold'];
        const method = buyers.push(buyer) % 2 ? 'card' : 'paypal';
        await begin(scene, buyer, method);
        if (buyers.length % 4 === 0) await comeBack(scene, buyer, method);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, serve));
    await untilWorkedOff(shop, Infinity);
    // The sweep captures approved PayPal payments, unless the buyer comes back first.
    await settle(shop);

    const records = audit(shop, buyers);
    console.log({ ...counts, ...records.counts });
    expect(records.wrong).toEqual([]);
    expect(records.counts).toMatchObject({ captured: CHECKOUTS, completed: CHECKOUTS, emails: CHECKOUTS });
    // A slow machine starts another payment when it did not wait for the answer.
    expect(counts.inTheInbox).toBeGreaterThanOrEqual(CHECKOUTS);
    // On a busy machine, few events are processed in time.
    expect(counts.workedOff).toBeGreaterThan(0);
  },
);
