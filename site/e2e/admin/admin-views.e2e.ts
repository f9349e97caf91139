import type { Page } from 'playwright/test';
import { sample } from '../../../api/test/fixtures/long.ts';
import { expectNoFindings } from '@northlight/shared/ui/test/page-checks.ts';
import { layoutFaults } from '@northlight/shared/ui/test/layout-faults.ts';
import { orderBody } from '@northlight/shared/contracts/test/order-body.ts';
import { goToView } from '../support/admin-steps.ts';
import { openShop } from '../support/seeded-shop.ts';
import { expectPicture } from '../support/picture.ts';
import { expect, test } from '../support/shop.ts';

const WIDTHS = sample([320, 390, 768, 1024, 1280, 1440, 1920], 4);
const SETTINGS = [
  '',
  '/security',
  '/people',
  '/connections',
  '/audit',
  '/privacy',
  '/replies',
  '/samples',
  '/rules',
  '/import',
  '/promo-codes',
  '/webhooks',
  '/tokens',
  '/shop',
  '/business',
  '/pages',
  '/system',
];
const VIEWS = [
  '#/',
  '#/orders',
  '#/website-forms',
  '#/voice-forms',
  '#/on-hold',
  '#/recurring',
  '#/quotes',
  '#/quotes/new',
  '#/customers',
  '#/customers/1',
  '#/books',
  '#/books?owed=true',
  ...SETTINGS.map((section) => `#/settings${section}`),
];
const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';

/** A quote about an order, with everything that one can have, and a payment that is asked for. */
async function writeQuote(page: Page, orderNumber: string): Promise<void> {
  const lines = [
    { name: 'Three more pages', description: 'About the workshop.', quantity: 3, amount: '150.00' },
    { name: `Photos of ${LONG}`, amount: '2000.00', isOptional: true },
    { name: 'Care plan', amount: '40.00', period: 'month' },
  ];
  const terms = { lines, discount: '50.00', duePercent: 50, validDays: 2, message: 'As we said.' };
  const data = { ...terms, orderNumber, businessName: LONG, send: true };
  const quote = await page.request.post('/api/json/quotes', { data });
  expect(quote.ok(), await quote.text()).toBe(true);
  const request = await page.request.post(`/api/admin/cases/${orderNumber}/payment-requests`, {
    data: { amount: '200.00', reason: LONG },
  });
  expect(request.ok(), await request.text()).toBe(true);
}

/** Opens a view, and waits until its data and its fonts are shown. */
async function show(page: Page, view: string): Promise<void> {
  const isOther = await page.evaluate((hash) => {
    const pathOf = (address: string) => address.split('?')[0] || '#/';
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return pathOf(hash) !== pathOf(location.hash);
  }, view);
  await goToView(page, view);
  // A view that has arrived takes the focus.
  if (isOther) await page.waitForFunction(() => document.activeElement !== document.body);
  await expect(page.locator('.admin-wait, .list-skeleton, [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Axe judges some of the views, at the first and at the last of the widths. */
async function walk(
  page: Page,
  views: readonly string[],
  widths: readonly number[],
  judged: readonly string[] = [],
): Promise<void> {
  const faults: Record<string, string[]> = {};
  for (const view of views) {
    await show(page, view);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLDetailsElement>('.admin details')) part.open = true;
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(layoutFaults);
      if (found.length > 0) faults[`${view} at ${width}`] = found.slice(0, 5);
      if (judged.includes(view) && [widths[0], widths.at(-1)].includes(width))
        await expectNoFindings(page, `${view} at ${width}`);
    }
  }
  expect(faults).toEqual({});
}

test('no view of a busy shop scrolls sideways, cuts text, or has small controls, and axe finds no violations', async ({
  browser,
}) => {
  const { page, stop } = await openShop(browser, 300);
  await show(page, '#/orders');
  await expect(page.locator('.list-number').first()).toBeVisible();
  const newest = await page.locator('.list-number').allTextContents();
  await writeQuote(page, newest[0] ?? '');
  const cases = newest.slice(0, 3).map((number) => `#/case/${number}`);
  const views = [...VIEWS, ...cases, '#/quotes/Q-1001'];
  await walk(page, views, WIDTHS, sample(views, 3));
  await page.setViewportSize({ width: 1024, height: 900 });
  await show(page, '#/orders');
  const customer = await page.locator('.orders thead .list-who').boundingBox();
  expect(customer?.width).toBeGreaterThan(80);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await walk(page, sample([`#/case/${newest[0]}`, ...VIEWS, '#/quotes/Q-1001'], 3), [1280]);
  await stop();
});

test('nor does one of an empty shop, or of a shop whose only order has the longest names @long', async ({
  browser,
}) => {
  const { page, stop } = await openShop(browser, 0);
  await walk(page, VIEWS, sample([320, 1024, 1440], 2));
  const names = {
    firstName: LONG,
    lastName: LONG,
    businessName: `${LONG} & Sons Plumbing, Heating, and Cooling`,
  };
  const services = { serviceTypes: ['voice'], email: `${LONG.toLowerCase()}@${LONG.toLowerCase()}.example` };
  const order = await page.request.post('/api/checkout', { data: orderBody({ ...names, ...services }) });
  expect(order.ok(), await order.text()).toBe(true);
  await walk(page, ['#/', '#/orders', '#/case/ORD-10001'], WIDTHS);
  await stop();
});

test('the ten most used views look as their pictures @long', async ({ browser }) => {
  const { page, stop } = await openShop(browser, 300);
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page, '#/orders?due=late&sort=due');
  const late = await page.locator('.list-number').first().textContent();
  const pictures = {
    overview: '#/',
    orders: '#/orders',
    late: '#/orders?due=late&sort=due',
    order: `#/case/${late}`,
    'website-forms': '#/website-forms',
    'voice-forms': '#/voice-forms',
    recurring: '#/recurring',
    settings: '#/settings',
    people: '#/settings/people',
    business: '#/settings/business',
  };
  for (const [name, view] of sample(Object.entries(pictures), 3)) {
    await show(page, view);
    await expectPicture(page, name);
  }
  await stop();
});
