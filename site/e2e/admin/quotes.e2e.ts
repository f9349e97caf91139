import type { Page } from 'playwright/test';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { openView, sendWebsiteForm } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { SHOP } from '../support/own-server.ts';
import { waitForCharge } from '../support/recurring-steps.ts';
import { CARDS } from '../support/shop.ts';
import { post } from '../support/purchases.ts';

/** What the other window shows must be there without a reload, long before a view asks again by itself. */
const read = async (page: Page, path: string) => (await page.request.get(`${SHOP.origin}${path}`)).json();

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill(CARDS.succeeds);
  await page.getByLabel('Expiration date').fill('12/40');
  await page.getByLabel(/^Security code/).fill('123');
  await page.getByRole('button', { name: 'Pay Now' }).click();
}

test('a custom request is quoted, asked about, changed, accepted, paid in two parts, delivered, and charged monthly', async ({
  page: owner,
  browser,
}) => {
  const request = await sendWebsiteForm(owner, '', { hasNoOrder: true });
  await openView(owner, `#/case/${request}`);
  await owner.getByRole('button', { name: 'More actions' }).click();
  await owner.getByRole('link', { name: 'Write a quote' }).click();
  const line = owner.getByRole('group', { name: 'Line 1' });
  await line.getByLabel('Name').fill('Custom website, four pages');
  await line.getByLabel('Price of one in US dollars').fill('800');
  await owner.getByRole('button', { name: 'Send quote' }).click();
  await expect(owner.getByRole('heading', { name: /Q-\d+/ })).toBeVisible();
  const number = /Q-\d+/.exec(owner.url())?.[0] ?? '';
  const { quote } = await read(owner, `/api/json/quotes/${number}`);
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(new URL(quote.link).pathname + new URL(quote.link).search);
  await expect(customer.getByRole('heading', { name: `Your quote ${number}` })).toBeVisible();
  await expect(owner.getByText('Seen', { exact: true }).first()).toBeVisible();

  await customer.getByLabel('Your message').fill('Could we pay in two parts?');
  await customer.getByRole('button', { name: 'Send message' }).click();
  await expect(owner.getByText('Could we pay in two parts?')).toBeVisible();
  await owner.getByRole('button', { name: 'Answer', exact: true }).click();
  await owner.keyboard.type('Yes, here is a new version.');
  await owner.getByRole('button', { name: 'Send message' }).click();
  await expect(customer.getByText('Yes, here is a new version.')).toBeVisible();

  await owner.getByRole('button', { name: /^Other actions/ }).click();
  await owner.getByRole('button', { name: 'Change', exact: true }).click();
  await owner.getByRole('button', { name: 'Add a line' }).click();
  const care = owner.getByRole('group', { name: 'Line 2' });
  await care.getByLabel('Name').fill('Care and hosting');
  await care.getByLabel('Price of one in US dollars').fill('40');
  await care.getByLabel('Paid').selectOption('month');
  await owner.getByLabel('Due when accepted').selectOption('part');
  await owner.getByLabel('Part in percent').fill('50');
  await owner.getByRole('button', { name: 'Send version 2' }).click();
  await expect(customer.getByText('Then', { exact: true })).toBeVisible();
  await expect(customer.getByText(/version 2/)).toBeVisible();

  await customer.getByLabel('Your full name').fill('Ada Marlow');
  await customer.getByRole('button', { name: 'Accept and pay $400.00' }).click();
  await expect(customer.getByRole('heading', { name: `Payment for Quote ${number}` })).toBeFocused();
  await expect(owner.getByText('Accepted', { exact: true }).first()).toBeVisible();
  await payByCard(customer);
  const toOrder = customer.getByRole('link', { name: /^Open your order/ });
  await expect(toOrder).toHaveText(`Open your order ${request}`);
  await expect(owner.getByRole('link', { name: request }).first()).toBeVisible();
  await toOrder.click();
  await expect(customer.getByRole('heading', { name: `Your order ${request}` })).toBeVisible();

  await openView(owner, `#/case/${request}`);
  await post(owner, `/api/admin/cases/${request}/deliveries`, {
    service: 'website',
    after: 0,
    note: 'Version 1 of your website',
  });
  await expect(customer.getByText('Version 1 of your website')).toBeVisible();
  const asked = owner.getByRole('region', { name: 'Payment requests' });
  await asked.getByRole('button', { name: /^Send Quote/ }).click();
  await customer.getByRole('button', { name: 'Pay $400.00' }).click();
  await customer.getByRole('radio', { name: /^PayPal/ }).check();
  await customer.getByRole('button', { name: 'Pay with PayPal' }).click();
  await customer.getByRole('button', { name: /approve/i }).click();
  await expect(customer.getByText('Your payment went through.')).toBeVisible();
  await expect(asked.getByText('Paid', { exact: true }).first()).toBeVisible();
  const documents = customer.getByRole('link', { name: /^Invoice INV-\d+ \(PDF\)$/ });
  await expect(documents).toHaveCount(2);
  const link = new URLSearchParams(new URL(customer.url()).search);
  const order = { orderNumber: request, orderKey: link.get('key') ?? '' };
  await waitForCharge(customer, order);
  await customer.reload();
  await expect(documents).toHaveCount(3);
});

test('a quote is paid with PayPal on its page, also after leaving PayPal once @long', async ({
  page,
  browser,
}) => {
  const link = await sentQuote(page);
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(link);
  await customer.getByLabel('Photos').uncheck();
  await customer.getByLabel('Your full name').fill('Ada Marlow');
  await customer.getByRole('button', { name: 'Accept and pay $450.00' }).click();
  await customer.getByRole('radio', { name: /^PayPal/ }).check();
  await customer.getByRole('button', { name: 'Pay with PayPal' }).click();
  await customer.getByRole('button', { name: /cancel/i }).click();
  await expect(customer).toHaveURL(/\/quote\?/);
  await expect(customer.getByText(/^You left PayPal before paying\./)).toBeVisible();
  await customer.getByRole('button', { name: 'Pay with PayPal' }).click();
  await customer.getByRole('button', { name: /approve/i }).click();
  await expect(customer.getByRole('link', { name: /^Open your order/ })).toBeVisible();
});

async function sentQuote(page: Page): Promise<string> {
  await openView(page, '#/quotes');
  const line = { name: 'Pages', amount: '450.00' };
  const lines = [line, { ...line, name: 'Photos', description: 'Two hours.', isOptional: true }];
  const body = {
    email: 'ada@marlow-bicycles.example',
    firstName: 'Ada',
    message: 'Hello',
    lines,
    send: true,
  };
  const { quote } = await post(page, '/api/json/quotes', body);
  const { quote: sent } = await read(page, `/api/json/quotes/${quote.number}`);
  const { pathname, search } = new URL(sent.link);
  return pathname + search;
}

test('the page of a quote can be used by everyone @long', async ({ page, browser }) => {
  const link = await sentQuote(page);
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(link);
  await expect(customer.getByRole('button', { name: /^Accept and pay/ })).toBeVisible();
  await expectNoFindings(customer, 'quote');
  const scripts = await customer.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js') ? entry.encodedBodySize : [],
      )
      .reduce((sum, size) => sum + size, 0),
  );
  expect(scripts).toBeLessThan(100_000);
  await customer.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(customer, 'quote at 320');
  await customer.getByLabel('Your full name').fill('Ada Marlow');
  await customer.keyboard.press('Enter');
  await expect(customer.getByRole('heading', { name: /^Payment for/ })).toBeVisible();
  await expectNoSidewaysScroll(customer, 'payment at 320');
  await expectNoFindings(customer, 'quote, payment');
});

test('a quote that is declined says so on both sides @long', async ({ page, browser }) => {
  const link = await sentQuote(page);
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(link);
  await customer.getByText('Not for you? Decline it').click();
  await customer.getByLabel('Why? (optional)').fill('We’ll wait until spring.');
  await customer.getByRole('button', { name: 'Decline this quote' }).click();
  await expect(customer.getByText(/^You declined this quote\./)).toBeVisible();
  await openView(page, `#/quotes/${new URLSearchParams(link.split('?')[1]).get('quote')}`);
  await expect(page.getByText('We’ll wait until spring.')).toBeVisible();
});

test('a quote is printed with its lines and sums, without forms, and by the studio without the private link', async ({
  page,
  browser,
}) => {
  const link = await sentQuote(page);
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(link);
  await expect(customer.getByText('Total', { exact: true })).toBeVisible();
  const signature = customer.getByText('Accepted: name and signature');
  await expect(signature).toBeHidden();
  await customer.emulateMedia({ media: 'print' });
  await expect(customer.getByRole('region', { name: 'What we offer' })).toBeVisible();
  await expect(customer.getByText('Total', { exact: true })).toBeVisible();
  await expect(customer.locator('address.order-sender')).toBeVisible();
  await expect(signature).toBeVisible();
  for (const hidden of [customer.getByRole('region', { name: 'Messages' }), customer.getByRole('button')])
    await expect(hidden.filter({ visible: true })).toHaveCount(0);
  await openView(page, `#/quotes/${new URLSearchParams(link.split('?')[1]).get('quote')}`);
  const open = page.getByRole('link', { name: 'Open as the customer' });
  expect(await open.getAttribute('href')).toContain(link);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Total', { exact: true })).toBeVisible();
  await expect(open).toBeHidden();
  await expect(page.getByRole('region', { name: 'Messages' })).toBeHidden();
});
