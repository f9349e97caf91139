import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { KEPT_HEADER } from '@northlight/shared/contracts/endpoint.ts';
import { expectNoFindings } from '@northlight/shared/ui/test/page-checks.ts';
import { aWord, buy, openView, sendVoiceForm } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { SHOP } from '../support/own-server.ts';
import { emailOf } from '../support/shop.ts';

const OVERVIEW_PATH = pathOf('GET /api/json/overview');

test('each email of an order shows its state, and its text as sent or as it would be sent', async ({
  page,
}) => {
  const number = await buy(page, aWord());
  // The reminders are scheduled once the customer opens a link from the email.
  const link = /\?order=[^&]+&key=[\w-]+/.exec(await emailOf(number))?.[0] ?? '';
  expect((await page.request.get(`${SHOP.origin}/api/intake${link}`)).status()).toBe(200);
  await openView(page, `#/case/${number}`);
  const emails = page.getByRole('region', { name: 'Emails', exact: true }).getByRole('listitem');
  await expect(emails).toHaveCount(5);
  const email = (name: string) => emails.filter({ hasText: name });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(email('Order confirmation')).toContainText(/Sent \w+ \d+/, { timeout: 500 });
  }).toPass();
  await expect(email('New order alert')).toContainText('hello@northlight.example');
  const reminder = email('Form reminder').first();
  await expect(reminder).toContainText(/Scheduled for .+, if a form is still missing/);
  await expect(reminder.getByRole('button', { name: 'Send again' })).toHaveCount(0);

  await email('Order confirmation').getByRole('button', { name: 'Show email' }).click();
  await expect(email('Order confirmation').locator('pre')).toContainText(`Subject: Your order ${number}`);
  await expect(email('Order confirmation')).toContainText(`Saved as order-confirmation-${number}.eml`);
  await reminder.getByRole('button', { name: 'Show email' }).click();
  await expect(reminder).toContainText('Not sent yet. This is what it would say now.');
  await expect(reminder.locator('pre')).toContainText('You ordered on ');
  await expectNoFindings(page, 'the emails of a case');

  await sendVoiceForm(page, { orderNumber: number });
  await page.getByRole('button', { name: 'Refresh' }).click();
  // The form's alert and confirmation. Notices to the business are not listed before they are sent.
  await expect(emails).toHaveCount(7);
  await expect(email('New form alert')).toHaveCount(1);
});

test('the overview shows how many emails wait, and resends all failed ones', async ({ page }) => {
  await page.route(`**${OVERVIEW_PATH}`, async (route) => {
    // The desktop app also asks for its cached response.
    if (route.request().headers()[KEPT_HEADER.toLowerCase()]) return route.continue();
    const response = await route.fetch();
    const answer = await response.json();
    const item = {
      orderNumber: 'ORD-10001',
      title: 'ada@marlow-bicycles.example',
      detail: 'connect ECONNREFUSED',
      since: new Date(Date.now() - 26 * 60 * 60_000).toISOString(),
    };
    await route.fulfill({
      response,
      json: {
        ...answer,
        unsentMessages: { count: 3, items: [item] },
        mails: { due: 2, planned: 14, givenUp: 3 },
      },
    });
  });
  await openView(page, '#/');
  const card = page.getByRole('region', { name: '3 emails not sent (oldest: 1 day)' });
  await expect(card).toContainText('connect ECONNREFUSED');
  await expect(page.getByText('2 emails sending soon, 14 scheduled.')).toBeVisible();
  await card.getByRole('button', { name: 'Resend 3 failed emails' }).click();
  // The real shop has no failed emails.
  await expect(page.locator('.toast-title')).toHaveText('Sending 0 emails');
  await expectNoFindings(page, 'failed emails');
  // The list may refetch at any time.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
