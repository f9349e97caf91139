import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { orderBody } from '@northlight/shared/contracts/test/order-body.ts';
import { SHOP } from './own-server.ts';
import { CARDS, expect } from './shop.ts';

export type BoughtOrder = { orderNumber: string; orderKey: string; intakeKey: string; email: string };

export const newEmail = () => `ada-${randomUUID()}@marlow-bicycles.example`;

type Sender = Pick<Page, 'request'>;

/** Posts to the shop directly, even if the page is in the desktop app. */
export async function post(page: Sender, path: string, data: object) {
  const response = await page.request.post(new URL(path, SHOP.origin).href, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

/** Places an order over the API, by default for the voice agent, which needs no payment. */
export async function buyUnpaid(page: Page, changes: object = {}): Promise<BoughtOrder> {
  const draft = orderBody(changes);
  const { order } = await post(page, '/api/checkout', draft);
  return { ...order, email: draft.email };
}

export async function buy(page: Page, lastName: string, changes: object = {}): Promise<string> {
  return (await buyUnpaid(page, { lastName, ...changes })).orderNumber;
}

export type Purchase = { origin?: string; cardNumber?: string; changes?: object };

/** Places an order over the API, paid with a demo card. */
export async function buyPaid(
  page: Sender,
  serviceTypes: ServiceId[],
  { origin = SHOP.origin, cardNumber = CARDS.succeeds, changes = {} }: Purchase = {},
): Promise<BoughtOrder> {
  const draft = orderBody({ email: newEmail(), serviceTypes, ...changes });
  const { clientSecret, paymentIntentId } = await post(page, `${origin}/api/create-payment-intent`, {
    ...draft,
    amount: 1,
  });
  await post(page, `${origin}/api/demo-payments/card`, { clientSecret, cardNumber });
  const { order } = await post(page, `${origin}/api/checkout`, { ...draft, paymentIntentId });
  return { ...order, email: draft.email };
}
