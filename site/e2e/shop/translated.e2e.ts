import { translate } from '../support/translate.ts';
import { ADMIN } from '../support/admin.ts';
import { openView } from '../support/admin-steps.ts';
import { buyPaid, fill, newEmail } from '../support/form-steps.ts';
import { pageOf } from '../support/recurring-steps.ts';
import {
  addServices,
  expect,
  fillBuyer,
  heading,
  orderNumber,
  payByCard,
  receipt,
  sentLater,
  test,
} from '../support/shop.ts';

test.describe('on a page that the browser translated', () => {
  test.beforeEach(({ context }) => translate(context));

  test('the checkout says the same as on a plain page, from the first step to the order', async ({
    page,
  }) => {
    await page.goto('/checkout');
    await expect(page.locator('.checkout h1 font').first()).toBeVisible();
    for (const name of ['Website', 'AI Voice Agent', 'On-Hold Audio']) {
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      await card.getByRole('button', { name: `Add to Bundle ${name}` }).click();
      await card.getByRole('button', { name: `Remove ${name}` }).click();
      await expect(card.getByRole('button')).toHaveText(`Add to Bundle ${name}`);
    }
    await addServices(page, ['website', 'onhold']);
    await page.getByText('Yearly Billing').click();
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await fillBuyer(page, { Email: newEmail() });
    await page.getByLabel('Promo code').fill('SAVE50');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Applied' }).click();
    await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeVisible();
    await expect.poll(() => receipt(page)).toMatchObject({ Total: '$248.00' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please enter a promo code')).toBeVisible();
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(heading(page, 'Payment')).toBeVisible();
    await page.getByRole('radio', { name: /PayPal/ }).check();
    await page.getByRole('radio', { name: /Card/ }).check();
    await payByCard(page, '4000000000000002');
    await expect(page.getByText(/You haven’t been charged, and your bundle/)).toBeVisible();
    await page.getByRole('textbox', { name: /^Card number/ }).fill('4000000000003220');
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await payByCard(page);
    await orderNumber(page);
  });

  test('a form sends a file, and says so at each step @long', async ({ page }) => {
    await page.goto('/onhold-audio-form');
    await fill(page, { email: 'ada@marlow-bicycles.example' });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
    await page.getByRole('button', { name: 'Remove words.txt' }).click();
    await expect(page.getByText('words.txt')).toHaveCount(0);
    await page.getByRole('button', { name: /^Submit/ }).click();
    await expect(page.getByText(/fields? needs? your attention/)).toBeVisible();
  });

  test('the order’s page takes a message, an approval dialog, and a cancellation that is taken back @long', async ({
    page,
  }) => {
    const order = await buyPaid(page, ['website']);
    await page.goto(pageOf(order));
    await expect(page.locator('h1 font').first()).toBeVisible();
    await page.getByLabel('Your message').fill('Hello there');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Hello there')).toBeVisible();
    const cancel = page.getByRole('button', { name: 'Cancel recurring payment' });
    // The recurring payment starts within seconds.
    await expect(async () => {
      await page.reload();
      await expect(cancel).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await cancel.click();
    await page.getByRole('button', { name: 'Undo cancellation' }).click();
    await expect(cancel).toBeVisible();
    await page.request.post('/api/admin/login', { data: ADMIN });
    const delivery = { service: 'website', after: 0, note: 'Your first version' };
    const path = `/api/admin/cases/${order.orderNumber}/deliveries`;
    expect((await page.request.post(path, { data: delivery })).status()).toBe(200);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Yes, approve' }).click();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  });

  test('the dashboard and a quote’s page follow each other @long', async ({ page, context }) => {
    const { orderNumber: number } = await buyPaid(page, ['website']);
    await openView(page, `#/orders?q=${number}`);
    await page.getByRole('checkbox', { name: new RegExp(number) }).check();
    await expect(page.getByText('1 chosen')).toBeVisible();
    await page.getByRole('checkbox', { name: new RegExp(number) }).uncheck();
    await openView(page, `#/case/${number}`);
    await page
      .getByRole('link', { name: /Write a quote|New quote/ })
      .first()
      .click();
    const line = page.getByRole('group', { name: 'Line 1' });
    await line.getByLabel('Name').fill('More pages');
    await line.getByLabel('Price of one in US dollars').fill('80');
    await page.getByRole('button', { name: 'Send quote' }).click();
    await expect(page.getByRole('heading', { name: /Q-\d+/ })).toBeVisible();
    const { quote } = await (
      await page.request.get(`/api/json/quotes/${/Q-\d+/.exec(page.url())?.[0]}`)
    ).json();
    const customer = await context.newPage();
    await customer.goto(quote.link);
    await customer.getByLabel('Your message').fill('Is there more?');
    await customer.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Is there more?')).toBeVisible();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.keyboard.type('Yes, there is.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(customer.getByText('Yes, there is.')).toBeVisible();
  });
});

test('a part that fails says what to do, keeps what was typed, and tells the server once', async ({
  page,
  complaints,
}) => {
  const told = await sentLater(page, '/api/page-faults');
  await page.goto('/checkout');
  await addServices(page, ['website']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  // As an extension or a translator may do it: React then fails to take the step away.
  await page.evaluate(() => document.querySelector('.checkout .step')?.remove());
  await page.evaluate(() => history.back());
  const alert = page.getByRole('alert').filter({ hasText: 'This page stopped working.' });
  await expect(alert).toBeVisible();
  await expect
    .poll(() => told)
    .toEqual([{ part: 'page', page: '/checkout', at: expect.stringMatching(/^react\..+\.js:/) }]);
  complaints.length = 0;
  await alert.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue('ada@marlow-bicycles.example');
});
