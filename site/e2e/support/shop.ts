import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { complaints } from '@northlight/shared/ui/test/page-checks.ts';
import { SHOP } from './own-server.ts';

export const test = base.extend<{ complaints: string[] }>({ complaints });

export { expect };

export const BUYER = {
  'First name': 'Ada',
  'Last name': 'Marlow',
  Email: 'ada@marlow-bicycles.example',
  Phone: '(555) 010-4477',
  'Business name': 'Marlow Bicycles',
  'Business description': 'We repair and sell bicycles.',
  State: 'OH',
  City: 'Columbus',
  'Postal code': '43004',
  'Street address': '12 Canal Street',
};

export const CARDS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  needsConfirmation: '4000000000003220',
};

export async function addServices(page: Page, ids: readonly ServiceId[]): Promise<void> {
  for (const id of ids) {
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: SERVICES[id].name }) })
      .getByRole('button', { name: 'Add to Bundle' })
      .click();
  }
}

export async function openWith(page: Page, ids: readonly ServiceId[]): Promise<void> {
  await page.goto('/checkout');
  await addServices(page, ids);
}

export async function fillBuyer(page: Page, changes: Partial<typeof BUYER> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...BUYER, ...changes })) {
    await field(page, label).fill(text);
  }
}

/** Matches the beginning of the label, because labels of required fields end with a mark. */
export function field(page: Page, label: string) {
  const role = label === 'State' ? 'combobox' : 'textbox';
  return page.getByRole(role, { name: new RegExp(`^${label}\\b`) });
}

/** Goes through the checkout to the payment step. */
export async function goToPayment(
  page: Page,
  ids: readonly ServiceId[],
  changes: Partial<typeof BUYER> = {},
): Promise<void> {
  await openWith(page, ids);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page, changes);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
}

export async function payByCard(page: Page, number = CARDS.succeeds): Promise<void> {
  await page.getByRole('textbox', { name: /^Card number/ }).fill(number);
  await page.getByRole('textbox', { name: /^Expiration date/ }).fill('12 / 34');
  await page.getByRole('textbox', { name: /^Security code/ }).fill('123');
  await page.getByRole('button', { name: 'Pay Now' }).click();
}

export function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true, level: 1 });
}

/** The receipt's rows by label. */
export async function receipt(page: Page): Promise<Record<string, string>> {
  const rows = page.locator('.receipt-row:visible');
  await rows.first().waitFor();
  const cells = await rows.evaluateAll((elements) =>
    elements.map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  );
  return Object.fromEntries(cells);
}

/** Stops the page's clock. Only `page.clock.runFor` advances it, however slow the machine is. */
export async function standStill(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  // Later than now also on a slow machine, because a clock does not go back.
  await page.clock.pauseAt(now + 5_000);
}

/** Waits for /thank-you and returns its order number. */
export async function orderNumber(page: Page): Promise<string> {
  await page.waitForURL('**/thank-you');
  const number = page.getByText(/^ORD-\d{5,}$/);
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? '';
}

const folder = join(SHOP.dataDir, 'mail');

/** What a page sends in the background to a path from now on. The browser hides it from `page.on('request')`. */
export async function sentLater<Body>(page: Page, path: string): Promise<Body[]> {
  const sent: Body[] = [];
  await page.exposeFunction('noteSent', (to: string, text: string) => {
    if (to === path) sent.push(JSON.parse(text));
  });
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (to, body) => {
      const { noteSent } = globalThis as unknown as { noteSent: (to: string, text: string) => void };
      if (body instanceof Blob) void body.text().then((text) => noteSent(String(to), text));
      return send(to, body);
    };
  });
  return sent;
}

/** The number of emails sent to an address. */
export function emailsTo(address: string): number {
  return readdirSync(folder).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes(`\r\nTo: ${address}`),
  ).length;
}

/** Waits for the confirmation email of an order. Returns its source without soft line breaks. */
export async function emailOf(number: string): Promise<string> {
  const file = `order-confirmation-${number}.eml`;
  await expect.poll(() => readdirSync(folder)).toContain(file);
  return readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
