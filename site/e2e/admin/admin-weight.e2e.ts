import { statSync } from 'node:fs';
import { join } from 'node:path';
import { aWord, goToView, openView, rowOf } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { builtSite } from '../support/built-site.ts';
import { buy } from '../support/purchases.ts';

const KILOBYTE = 1_000;

test('the scripts of the first view weigh less than 192 KB, and with what loads later less than 274 KB', async ({
  page,
}) => {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  const weightOf = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + statSync(join(builtSite, `${path}.gz`)).size, 0);
  const weight = () => weightOf(scripts);
  // A slow machine sees the heading when later scripts have arrived, too.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const headings = Array.from(document.querySelectorAll('h1, h2'), ({ textContent }) => textContent);
      if (!headings.includes('Order Tracking')) return;
      performance.mark('first view');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await openView(page, '#/orders');
  await expect(page.getByRole('heading', { name: 'Order Tracking' })).toBeVisible();
  const first = await page.evaluate(() => {
    const [{ startTime: until } = { startTime: 0 }] = performance.getEntriesByName('first view');
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < until)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(weightOf(first)).toBeGreaterThan(100 * KILOBYTE);
  expect(weightOf(first)).toBeLessThan(192 * KILOBYTE);
  await expect.poll(() => scripts.size).toBeGreaterThan(first.length);
  await goToView(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  expect(weight()).toBeLessThan(274 * KILOBYTE);
});

/** Those with a stylesheet of their own, and what each shows first. */
const STYLED = {
  '#/customers': 'Customers',
  '#/books': 'Books',
  '#/quotes': 'Quotes',
  '#/quotes/new': 'New quote',
  '#/settings/shop': 'Versions',
  '#/settings/promo-codes': 'Promo codes',
};

test('a view appears with its styles, however late they come', async ({ page }) => {
  await openView(page, '#/orders');
  await page.route('**/*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const late: string[] = [];
  for (const [view, heading] of Object.entries(STYLED)) {
    await goToView(page, view);
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible();
    const isUnstyled = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')).some(
        ({ sheet }) => sheet === null,
      ),
    );
    if (isUnstyled) late.push(view);
  }
  expect(late).toEqual([]);
});

test('typing in the search box, or a refresh without changes, re-renders no row', async ({ page }) => {
  await page.route('**/api/admin/live', (route) => route.abort());
  const word = aWord();
  const numbers = [
    await buy(page, 'One', { businessName: word }),
    await buy(page, 'Two', { businessName: word }),
  ];
  await openView(page, `#/orders?q=${word}`);
  for (const number of numbers) await expect(rowOf(page, number)).toBeVisible();
  // Without the stream, the whole dashboard is drawn once more to say so.
  await expect(page.getByText('Refreshing every 30 seconds')).toBeAttached();
  // Each row formats its date, so the number of formatted dates is the number of rendered rows.
  await page.evaluate(() => {
    const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
    const drawn: string[] = [];
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get(this: Intl.DateTimeFormat) {
        const own: Intl.DateTimeFormat['format'] = format?.get?.call(this);
        return (date?: Date | number) => {
          const text = own(date);
          drawn.push(text);
          return text;
        };
      },
    });
    Object.assign(window, { drawn });
  });
  const drawnDates = () =>
    page.evaluate(() => {
      const { drawn } = window as unknown as { drawn: string[] };
      return drawn.splice(0).filter((text) => !/:\d\d:\d\d/.test(text));
    });
  // Emails and recurring payments of the orders may still change their rows.
  await expect(async () => {
    await drawnDates();
    await typeAndRefresh();
    expect(await drawnDates()).toEqual([]);
  }).toPass();
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await expect(page.getByRole('row').nth(1)).toContainText(numbers[0] ?? '');

  async function typeAndRefresh() {
    // At once: a busy machine would search between two keys.
    await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (const text of [`${field.value}x`, field.value]) {
        set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    const answered = page.waitForResponse(/\/api\/json\/orders/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await answered;
    await expect(page.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-disabled');
  }
});
