import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { serverEnv, SHOP } from './own-server.ts';
import { expect } from './shop.ts';
import { buyPaid, type BoughtOrder, type Purchase } from './purchases.ts';

/** Works today, and declines every recurring payment. */
export const FAILS_LATER = '4000000000000341';

/** Buys a website over the API, and waits until its recurring payment has started. */
export async function buyWebsite(page: Page, purchase: Purchase = {}): Promise<BoughtOrder> {
  const order = await buyPaid(page, ['website'], purchase);
  await untilStarted(page, order);
  return order;
}

type OrderLink = Pick<BoughtOrder, 'orderNumber' | 'orderKey'>;

/** Before, it is canceled at once, and charged a period later. */
export async function untilStarted(page: Page, order: OrderLink): Promise<void> {
  await expect.poll(async () => (await read(page, order)).state).toBe('active');
}

const query = ({ orderNumber: order, orderKey: key }: OrderLink) => new URLSearchParams({ order, key });

export const pageOf = (order: OrderLink) => `/order?${query(order)}`;

async function read(page: Page, order: OrderLink) {
  const response = await page.request.get(`${SHOP.origin}/api/recurring-payment?${query(order)}`);
  return response.json();
}

/**
 * Moves this shop's clock of recurring payments forward by more than a month, and waits until the order was
 * charged.
 */
export async function waitForCharge(page: Page, order: OrderLink): Promise<void> {
  await untilStarted(page, order);
  const command = fileURLToPath(new URL('../../../api/dist/demo-advance.js', import.meta.url));
  execFileSync(process.execPath, [command, '32d'], {
    env: { ...process.env, ...serverEnv(SHOP.origin, SHOP.dataDir) },
  });
  await expect.poll(async () => (await read(page, order)).charges.length).toBeGreaterThan(0);
}
