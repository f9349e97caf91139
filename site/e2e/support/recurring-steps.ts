import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { orderBody } from '@northlight/shared/contracts/test/order-body.ts';
import { post } from './admin-steps.ts';
import { serverEnv, SHOP } from './own-server.ts';
import { CARDS, expect } from './shop.ts';

/** Works today, and declines every recurring payment. */
export const FAILS_LATER = '4000000000000341';

export type RecurringOrder = { orderNumber: string; orderKey: string };

/** Buys a website over the API, and waits until its recurring payment has started. */
export async function buyWebsite(
  page: Page,
  changes: object = {},
  cardNumber = CARDS.succeeds,
): Promise<RecurringOrder> {
  const draft = orderBody({ serviceTypes: ['website'], ...changes });
  const { clientSecret, paymentIntentId } = await post(page, '/api/create-payment-intent', {
    ...draft,
    amount: 1,
  });
  await post(page, '/api/demo-payments/card', { clientSecret, cardNumber });
  const { order } = await post(page, '/api/checkout', { ...draft, paymentIntentId });
  await untilStarted(page, order);
  return order;
}

/** Before, it is canceled at once, and charged a period later. */
export async function untilStarted(page: Page, order: RecurringOrder): Promise<void> {
  await expect.poll(async () => (await read(page, order)).state).toBe('active');
}

const query = ({ orderNumber: order, orderKey: key }: RecurringOrder) => new URLSearchParams({ order, key });

export const pageOf = (order: RecurringOrder) => `/order?${query(order)}`;

async function read(page: Page, order: RecurringOrder) {
  const response = await page.request.get(`${SHOP.origin}/api/recurring-payment?${query(order)}`);
  return response.json();
}

/**
 * Moves this shop's clock of recurring payments forward by more than a month, and waits until the order was
 * charged.
 */
export async function waitForCharge(page: Page, order: RecurringOrder): Promise<void> {
  await untilStarted(page, order);
  const command = fileURLToPath(new URL('../../../api/dist/demo-advance.js', import.meta.url));
  execFileSync(process.execPath, [command, '32d'], {
    env: { ...process.env, ...serverEnv(SHOP.origin, SHOP.dataDir) },
  });
  await expect.poll(async () => (await read(page, order)).charges.length).toBeGreaterThan(0);
}
