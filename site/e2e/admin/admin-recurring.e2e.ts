import type { Page } from 'playwright/test';
import type { CaseResponse } from '@northlight/shared/contracts/cases.ts';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { aWord, goToView, openView, rowOf } from '../support/admin-steps.ts';
import { COLOR_SCHEMES, expect, test } from '../support/admin-test.ts';
import { buyWebsite, FAILS_LATER, waitForCharge } from '../support/recurring-steps.ts';

const toast = (page: Page, title: string) => page.locator('.toast-title', { hasText: title });
const card = (page: Page) => page.getByRole('region', { name: 'Recurring payment', exact: true });
const press = (page: Page, name: string) => card(page).getByRole('button', { name }).click();

test('an administrator pauses, resumes, changes, refunds and cancels', async ({ page }) => {
  const order = await buyWebsite(page);
  await openView(page, `#/case/${order.orderNumber}`);
  await expect(card(page)).toContainText('StatusActivePrice$30.00 per monthNext charge');
  await expect(card(page)).toContainText('No charges yet.');
  await press(page, 'Pause');
  await expect(toast(page, 'Recurring payment paused')).toBeVisible();
  await expect(card(page)).toContainText('StatusPaused');
  await press(page, 'Resume');
  await expect(card(page)).toContainText('StatusActive');

  await press(page, 'Change amount');
  const amount = card(page).getByLabel('New amount per month in US dollars');
  await expect(amount).toBeFocused();
  await amount.fill('nothing');
  await amount.press('Enter');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await amount.fill('45.50');
  // An unsent change survives leaving the page.
  await goToView(page, '#/orders');
  await goToView(page, `#/case/${order.orderNumber}`);
  await expect(amount).toHaveValue('45.50');
  await amount.press('Enter');
  await expect(card(page)).toContainText('Price$45.50 per month');
  await expect(amount).toHaveCount(0);

  // The open page shows the new charge by itself.
  await waitForCharge(page, order);
  await expect(card(page).getByRole('row').nth(1)).toContainText('$45.50Paid');
  await card(page)
    .getByRole('button', { name: /^Refund the charge due/ })
    .first()
    .click();
  await card(page).getByLabel('Amount in US dollars').fill('10');
  await card(page).getByLabel('Reason').fill('The page was down.');
  await press(page, 'Refund $10.00');
  await expect(toast(page, '$10.00 refunded')).toBeVisible();
  await expect(card(page).getByRole('row').nth(1)).toContainText('$10.00 refunded');

  await press(page, 'Cancel at end of period');
  await expect(card(page)).toContainText('Ends');
  await press(page, 'Undo cancellation');
  await expect(card(page)).toContainText('Next charge');
  await press(page, 'Cancel now');
  const dialog = page.getByRole('dialog', { name: 'Cancel now?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(card(page)).toContainText('StatusActive');
  await press(page, 'Cancel now');
  await dialog.getByRole('button', { name: 'Cancel recurring payment' }).click();
  await expect(card(page)).toContainText('StatusCanceled');
  await expect(card(page).getByRole('button', { name: /Pause|Cancel/ })).toHaveCount(0);
  const timeline = page.getByRole('region', { name: 'Notes and timeline' });
  await expect(
    timeline.getByText('Recurring payment changed to $45.50, starting with the next charge'),
  ).toBeVisible();
  await expect(timeline.getByText('Recurring payment of $45.50 received').first()).toBeVisible();
});

test('a failed action keeps the form, and the palette has the actions', async ({ page }) => {
  const { orderNumber } = await buyWebsite(page);
  await openView(page, `#/case/${orderNumber}`);
  await press(page, 'Change amount');
  await card(page).getByLabel('New amount per month in US dollars').fill('20');
  await page.route('**/api/admin/cases/*/recurring', (route) => route.abort());
  await press(page, 'Save amount');
  await expect(toast(page, 'Couldn’t change the amount')).toBeVisible();
  await expect(card(page).getByLabel('New amount per month in US dollars')).toHaveValue('20');
  await page.unroute('**/api/admin/cases/*/recurring');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('recurring payment pause');
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('StatusPaused');
});

test('a problem, a disputed charge and an unstarted recurring payment are shown with what to do', async ({
  page,
}) => {
  const { orderNumber } = await buyWebsite(page);
  const dispute = {
    id: 'dp_1',
    reason: 'fraudulent',
    status: 'open' as const,
    respondBy: '2026-12-31T10:00:00.000Z',
    url: 'https://dashboard.stripe.com/disputes/dp_1',
  };
  let change = (answer: CaseResponse): CaseResponse => ({
    ...answer,
    payments: answer.payments.map((payment) => ({ ...payment, provider: 'paypal', dispute })),
    recurring: answer.recurring && {
      ...answer.recurring,
      provider: 'stripe',
      state: 'pending',
      problem: 'The customer’s card can’t be charged again.',
      charges: [
        {
          id: 1,
          dueAt: '2026-12-21T10:00:00.000Z',
          paidAt: '2026-12-21T10:00:00.000Z',
          amountCents: 3_000,
          state: 'paid',
          attempts: 2,
          refundedCents: 0,
          dispute,
        },
      ],
    },
  });
  await page.route('**/api/json/cases/*', async (route) => {
    const response = await route.fetch();
    // The desktop app has nothing in its cache.
    if (response.status() === 204) return route.fulfill({ response });
    await route.fulfill({ response, json: change(await response.json()) });
  });
  await openView(page, `#/case/${orderNumber}`);
  await expect(card(page)).toContainText('The customer’s card can’t be charged again.');
  await expect(card(page)).toContainText('Respond by December 31, 2026.');
  const link = card(page).getByRole('link', { name: 'Respond at Stripe' });
  await expect(link).toHaveAttribute('href', dispute.url);
  await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
  await expect(card(page).getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Start recurring payment' })).toBeVisible();
  const payments = page.getByRole('region', { name: 'Payments', exact: true });
  await expect(payments.getByRole('link', { name: 'Respond at PayPal' })).toBeVisible();
  const flags = page.getByRole('region', { name: 'Needs review' });
  await expect(flags).toContainText('Recurring payment to review: The customer disputed this payment');
  await expectNoFindings(page, 'dispute');

  change = (answer) => ({ ...answer, recurring: null, canStartRecurring: true });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card(page)).toContainText(
    'The customer agreed to $30.00 per month, but the recurring payment was never started.',
  );
  await press(page, 'Start recurring payment');
  await expect(page.locator('.toast')).toContainText('This recurring payment has already been started.');

  change = (answer) => ({ ...answer, recurring: null, canStartRecurring: false });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card(page)).toContainText('It can’t be started because no payment method was saved.');
  await expect(card(page).getByRole('button')).toHaveCount(0);
  // The open page still refetches.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the list is filtered, searched, sorted and downloaded', async ({ page, savedBy }) => {
  const word = aWord();
  const monthly = await buyWebsite(page, { businessName: word });
  const yearly = await buyWebsite(page, { businessName: word, isYearly: true });
  await openView(page, '#/orders');
  await page.getByRole('link', { name: 'Recurring', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Order Tracking' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('searchbox', { name: 'Search recurring payments' }).fill(word);
  await expect(rowOf(page, yearly.orderNumber)).toContainText('$300.00 per year');
  await expect(rowOf(page, monthly.orderNumber)).toContainText('$30.00 per monthActive');
  await expect(page.getByRole('combobox', { name: 'Work status' })).toHaveCount(0);
  await page.getByLabel('Period').selectOption('Yearly');
  await expect(rowOf(page, monthly.orderNumber)).toHaveCount(0);
  await expect(page.getByText('1 recurring payment', { exact: true })).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('Past due');
  await expect(page.getByText('No recurring payments found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await goToView(page, `#/recurring?q=${word}&sort=next`);
  await expect(page.getByRole('row').nth(1)).toContainText(monthly.orderNumber);
  const { name, text } = await savedBy(() => page.getByRole('link', { name: 'Download CSV' }).click());
  expect(name).toMatch(/\.csv$/);
  expect(text.split('\n')[1]).toContain(`${monthly.orderNumber},Ada Marlow,${word}`);
  // The arrow keys reach its rows, and Enter opens the order.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: monthly.orderNumber })).toBeVisible();
});

test('the overview has what recurs, and leads to what is past due', async ({ page }) => {
  const word = aWord();
  const order = await buyWebsite(page, { businessName: word }, FAILS_LATER);
  await waitForCharge(page, order);
  await openView(page, '#/');
  const chart = page.getByRole('figure').filter({ hasText: 'Recurring payments' });
  await expect(chart).toContainText('monthly recurring revenue');
  await expect(chart).toContainText(/\d+ past due, \$[\d,.]+ per month at risk/);
  await expect(chart.getByRole('table', { name: 'Recurring payments' }).getByRole('row')).toHaveCount(13);
  await chart.getByRole('link', { name: 'past due' }).click();
  await expect(page).toHaveURL(/#\/recurring\?state=past-due$/);
  await expect(rowOf(page, order.orderNumber)).toContainText('Past due');
  await expect(rowOf(page, order.orderNumber)).toContainText('Failed');
});

for (const { colorScheme, tag } of COLOR_SCHEMES) {
  test.describe(colorScheme, { tag }, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds no violations in the card and the list, and they fit 320 px', async ({ page }) => {
      const word = aWord();
      const order = await buyWebsite(page, { businessName: word, lastName: 'x'.repeat(80) });
      await waitForCharge(page, order);
      await openView(page, `#/case/${order.orderNumber}`);
      await press(page, 'Change amount');
      await card(page)
        .getByRole('button', { name: /^Refund the charge due/ })
        .first()
        .click();
      await expectNoFindings(page, 'card');
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `card at ${width}`);
      }
      await press(page, 'Cancel now');
      await expectNoFindings(page, 'dialog');
      await page.keyboard.press('Escape');
      await goToView(page, `#/recurring?q=${word}`);
      await expect(rowOf(page, order.orderNumber)).toBeVisible();
      await expectNoFindings(page, 'list');
      await expectNoSidewaysScroll(page, 'list at 320');
    });
  });
}
