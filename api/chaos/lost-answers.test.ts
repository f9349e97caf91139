import { expect, test } from 'vitest';
import type { Fault } from '../test/provider/faults.ts';
import { audit } from './check-invariants.ts';
import { begin, calmScene, comeBack, createBuyer, type Buyer } from './buyer.ts';
import { startLiveShop } from './live-shop.ts';
import { untilWorkedOff } from './wait-until-settled.ts';

const CREATES = 50;
const CAPTURES = 100;
/** At each provider: fewer than the failures in a row that open its circuit breaker. */
const AT_ONCE = 4;
/** How often a call to Stripe is tried. */
const STRIPES_TRIES = 3;
const CREATE_INTENT = /^POST \/v1\/payment_intents$/;
/** An order, or a subscription, which is activated instead of captured. */
const CREATE_ORDER = /^POST \/v2\/checkout\/orders$|^POST \/v1\/billing\/subscriptions$/;
const CAPTURE = /\/(?:capture|activate)$/;

const lossOf = (nth: number): Fault => (nth % 2 ? 'acts, then hangs up' : 'acts, then breaks');

test(
  `the provider acts but its response is lost: ${2 * CREATES} creates and ${CAPTURES} captures`,
  { tags: ['long'] },
  async () => {
    const shop = await startLiveShop();
    await shop.open();
    const { stripe, paypal } = shop;
    // Events must not help.
    stripe.webhooks.hold();
    paypal.webhooks.hold();
    const scene = calmScene(shop);
    const buyers: Buyer[] = [];
    const serve = async (
      many: number,
      atOnce: number,
      walk: (buyer: Buyer, nth: number) => Promise<void>,
    ) => {
      let begun = 0;
      const lane = async () => {
        while (begun < many) {
          begun += 1;
          const buyer = createBuyer(buyers.length + 1, scene.luck.random);
          buyers.push(buyer);
          await walk(buyer, begun);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    };
    const paysByPaypal = async (buyer: Buyer) => {
      await begin(scene, buyer, 'paypal');
      paypal.approve(buyer.paypalOrderId ?? '');
      await comeBack(scene, buyer, 'paypal');
    };

    const atStripe = serve(CREATES, AT_ONCE, async (buyer) => {
      for (let tries = 0; tries < STRIPES_TRIES; tries += 1)
        stripe.faults.next('acts, then hangs up', CREATE_INTENT);
      await begin(scene, buyer, 'card');
      stripe.confirm(buyer.intentId ?? '', 'succeeds');
      await comeBack(scene, buyer, 'card');
    });
    const atPaypal = async () => {
      await serve(CREATES, AT_ONCE, async (buyer, nth) => {
        paypal.faults.next(lossOf(nth), CREATE_ORDER);
        await paysByPaypal(buyer);
      });
      await serve(CAPTURES, AT_ONCE, async (buyer, nth) => {
        paypal.faults.next(lossOf(nth), CAPTURE);
        await paysByPaypal(buyer);
      });
    };
    await Promise.all([atStripe, atPaypal()]);
    await untilWorkedOff(shop, Infinity);
    const atFirst = audit(shop, buyers);

    stripe.webhooks.release();
    paypal.webhooks.release();
    await untilWorkedOff(shop, Infinity);
    await shop.close('SIGTERM');
    const records = audit(shop, buyers);
    const lost = [...stripe.requests, ...paypal.requests].filter(({ fault }) => fault);
    const lostAt = (call: RegExp) => lost.filter(({ method, path }) => call.test(`${method} ${path}`)).length;
    console.log({
      'creates lost at Stripe': lostAt(CREATE_INTENT),
      'creates lost at PayPal': lostAt(CREATE_ORDER),
      'captures lost': lostAt(CAPTURE),
      ...records.counts,
    });
    expect([lostAt(CREATE_INTENT), lostAt(CREATE_ORDER), lostAt(CAPTURE)]).toEqual([
      CREATES * STRIPES_TRIES,
      CREATES,
      CAPTURES,
    ]);
    // The retries used the same keys, so nothing was created or charged twice.
    expect(stripe.records.intents.size).toBe(CREATES);
    expect(paypal.records.orders.size + paypal.records.subscriptions.size).toBe(CREATES + CAPTURES);
    expect(paypal.records.captures.size).toBe(CREATES + CAPTURES);
    for (const { wrong, counts } of [atFirst, records]) {
      expect(wrong).toEqual([]);
      expect(counts).toMatchObject({
        captured: buyers.length,
        completed: buyers.length,
        emails: buyers.length,
      });
    }
  },
);
