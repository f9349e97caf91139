import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import { centsToDollars } from '@northlight/shared/catalog/money.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aCheckout, aDraft, CARDS } from '../../../test/fixtures/factories.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { shopBody } from '../../../test/shop/changed-shop.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { HOUR_MS } from '../../base/units.ts';
import { publishNext } from './publish.ts';

type Window = { checkoutId: string; catalog: Catalog; email: string; isPaypal: boolean };

/**
 * 50 checkouts, some of them in two windows, while the owner changes prices and time passes. Every charge is what the
 * window that paid had shown, and a checkout is charged once.
 */
test.each(Array.from({ length: inFull(10) }, (_, seed) => [seed]))(
  'nobody pays a price that they did not see, while prices change (%i)',
  async (seed) => {
    const random = seededRandom(seed + 1);
    const upTo = (limit: number) => Math.floor(random() * limit);
    const app = await startTestApp({ env: { dataDir: tempFolder() } });
    await addAdmin(app);
    let owner = await loggedIn(app);
    let catalog: Catalog = { ...DEFAULT_CATALOG, version: 1 };

    async function publish(): Promise<void> {
      owner = await loggedIn(app);
      const firstPaymentCents = 10_000 + upTo(9_000);
      const monthlyCents = 2_500 + upTo(1_000);
      const shop = (await app.get('/api/json/shop', owner)).body;
      const sent = shopBody(shop, { services: { website: { firstPaymentCents, monthlyCents } } });
      const { status, body } = await app.post('/api/json/shop', sent, owner);
      expect(status, JSON.stringify(body)).toBe(200);
      await publishNext(app.context);
      const offer = { ...catalog.services.website, firstPaymentCents, monthlyCents };
      catalog = { ...catalog, version: body.version, services: { ...catalog.services, website: offer } };
    }

    const windows: Window[] = Array.from({ length: 50 }, (_, nth) => ({
      checkoutId: randomUUID(),
      catalog,
      email: `buyer${nth}@shop.example`,
      isPaypal: random() < 0.4,
    }));
    const seen = new Map<string, Set<number>>();
    const told: string[] = [];

    async function pay(window: Window): Promise<void> {
      const { checkoutId, email, isPaypal } = window;
      const draft = aDraft({ checkoutId, email, catalogVersion: window.catalog.version });
      const shown = computePrice(window.catalog, { serviceIds: ['website'], addonIds: [], isYearly: false });
      seen.set(checkoutId, (seen.get(checkoutId) ?? new Set()).add(shown.dueTodayCents));
      const amount = centsToDollars(shown.dueTodayCents);
      const start = await app.post(isPaypal ? '/api/process-paypal' : '/api/create-payment-intent', {
        amount,
        ...draft,
      });
      if (start.status === 409) {
        told.push(start.body.code);
        // The page is opened again.
        window.catalog = catalog;
        return;
      }
      expect(start.status, JSON.stringify(start.body)).toBe(200);
      // Another window has paid.
      if (start.body.order) return;
      if (random() < 0.3) await publish();
      if (random() < 0.2) app.clock.now = new Date(app.clock.now.getTime() + 30 * HOUR_MS);
      const ids = isPaypal
        ? { paymentMethod: 'paypal' as const, paypalOrderId: start.body.paypalOrderId }
        : { paymentIntentId: start.body.paymentIntentId };
      if (isPaypal)
        await app.post('/api/demo-payments/paypal', {
          paypalOrderId: start.body.paypalOrderId,
          decision: 'approve',
        });
      else
        await app.post('/api/demo-payments/card', {
          clientSecret: start.body.clientSecret,
          cardNumber: CARDS.succeeds,
        });
      const order = await app.post('/api/checkout', aCheckout(draft, ids));
      if (order.status === 200) expect(order.body.order.initialPayment).toBe(amount.toFixed(2));
      else told.push(order.body.code);
    }

    for (let step = 0; step < 250; step += 1) {
      const window = windows[upTo(windows.length)];
      if (!window) continue;
      if (random() < 0.1) await publish();
      // Another window of the same checkout, opened now.
      if (random() < 0.2) windows.push({ ...window, catalog, isPaypal: random() < 0.5 });
      await pay(window);
    }

    const charged = app.db.$client
      .prepare(`SELECT draft_id AS id, amount_cents AS cents FROM payments WHERE status = 'paid'`)
      .all() as { id: string; cents: number }[];
    expect(charged.length).toBeGreaterThan(20);
    expect(new Set(charged.map(({ id }) => id)).size).toBe(charged.length);
    for (const { id, cents } of charged) expect([...(seen.get(id) ?? [])]).toContain(cents);
    expect(told).toContain('prices_changed');
    const orders = app.db.$client
      .prepare(
        `SELECT count(*) FROM orders JOIN payments ON payments.id = orders.payment_id
        WHERE orders.initial_payment_cents <> payments.amount_cents`,
      )
      .pluck()
      .get();
    expect(orders).toBe(0);
  },
);
