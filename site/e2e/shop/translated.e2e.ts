import { goToView, openView, rowOf } from '../support/admin-steps.ts';
import { fill } from '../support/form-steps.ts';
import { pageOf, untilStarted } from '../support/recurring-steps.ts';
import { expectCurrentWords, translate } from '../support/translate.ts';
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
import { post, buyPaid, newEmail } from '../support/purchases.ts';

const VIEWS = [
  '#/',
  '#/website-forms',
  '#/voice-forms',
  '#/on-hold',
  '#/recurring',
  '#/quotes',
  '#/customers',
  '#/books',
  '#/settings',
  '#/settings/people',
  '#/settings/shop',
  '#/settings/pages',
  '#/settings/system',
];

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

  test('the customer’s pages and the dashboard follow each other, and no text stays as it was', async ({
    page,
    context,
  }) => {
    const { orderNumber: number, ...order } = await buyPaid(page, ['website']);
    const customer = await context.newPage();
    await customer.goto(pageOf({ orderNumber: number, ...order }));
    await expectCurrentWords(customer, 'the order');
    await customer.getByLabel('Your message').fill('Hello there');
    await customer.getByRole('button', { name: 'Send message' }).click();
    await expect(customer.getByText('Hello there')).toBeVisible();
    await expectCurrentWords(customer, 'a message');

    await openView(page, `#/case/${number}`);
    await expect(page.getByText('Hello there')).toBeVisible();
    await page.getByRole('button', { name: 'Refund' }).first().click();
    await page.getByLabel('Amount in US dollars').fill('10');
    await expect(page.getByRole('button', { name: 'Refund $10.00' })).toBeVisible();
    await page.getByRole('button', { name: /^Everything: / }).click();
    await expectCurrentWords(page, 'a refund of everything');
    await page.getByLabel('Amount in US dollars').fill('10');
    await page.getByLabel('Reason').fill('Too late');
    await page.getByRole('button', { name: 'Refund $10.00' }).click();
    await expect(page.getByText('Too late', { exact: true })).toBeVisible();
    await expectCurrentWords(page, 'the case after a refund');
    await post(page, `/api/admin/cases/${number}/deliveries`, {
      service: 'website',
      after: 0,
      note: 'Version one',
    });
    await customer.getByRole('button', { name: 'Approve' }).click();
    await expectCurrentWords(customer, 'a delivery');
    await customer.getByRole('button', { name: 'Yes, approve' }).click();
    await expect(customer.getByRole('button', { name: 'Approve' })).toBeHidden();
    await expectCurrentWords(customer, 'an approval');
    await expectCurrentWords(page, 'the case after an approval');

    await untilStarted(customer, { orderNumber: number, ...order });
    await customer.reload();
    const cancel = customer.getByRole('button', { name: 'Cancel recurring payment' });
    await cancel.waitFor();
    await expectCurrentWords(customer, 'the recurring payment');
    await cancel.click();
    const undo = customer.getByRole('button', { name: 'Undo cancellation' });
    await undo.waitFor();
    await expectCurrentWords(customer, 'a cancellation');
    await undo.click();
    await cancel.waitFor();
    await expectCurrentWords(customer, 'a cancellation that is taken back');

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('link', { name: 'Write a quote' }).click();
    const line = page.getByRole('group', { name: 'Line 1' });
    await line.getByLabel('Name').fill('More pages');
    await line.getByLabel('Price of one in US dollars').fill('80');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByRole('group', { name: 'Line 2' }).getByLabel('Name').fill('Photos');
    await page.getByRole('group', { name: 'Line 2' }).getByLabel('Price of one in US dollars').fill('20');
    await page.getByRole('group', { name: 'Line 2' }).getByRole('checkbox', { name: 'Optional' }).check();
    await expectCurrentWords(page, 'the quote’s lines');
    await page.getByRole('button', { name: 'Send quote' }).click();
    await expect(page.getByRole('heading', { name: /Q-\d+/ })).toBeVisible();
    await expectCurrentWords(page, 'a quote');
    const quoteNumber = /Q-\d+/.exec(page.url())?.[0];
    const { quote } = await (await page.request.get(`/api/json/quotes/${quoteNumber}`)).json();
    await customer.goto(quote.link);
    await customer.getByRole('checkbox', { name: /Photos/ }).click();
    await expectCurrentWords(customer, 'an optional line');
    await customer.getByLabel('Your message').fill('Is there more?');
    await customer.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Is there more?')).toBeVisible();
    await expectCurrentWords(page, 'a question');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.keyboard.type('Yes, there is.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(customer.getByText('Yes, there is.')).toBeVisible();
    await expectCurrentWords(customer, 'an answer');
    await customer.getByLabel('Your full name').fill('Ada Marlow');
    await customer.getByRole('button', { name: /^Accept/ }).click();
    await expect(customer.getByText(/Thank you\. One step is left/)).toBeVisible();
    await expectCurrentWords(customer, 'an accepted quote');
    await expect(page.getByText(/Accepted/).first()).toBeVisible();
    await expectCurrentWords(page, 'the quote in the dashboard');

    await goToView(page, `#/orders?q=${number}`);
    const chosen = page.getByRole('checkbox', { name: new RegExp(number) });
    await chosen.check();
    await expect(page.getByText('1 selected')).toBeVisible();
    await chosen.uncheck();
    await goToView(page, `#/orders?q=${number}&payment=pending`);
    await expect(page.getByText('No orders found')).toBeVisible();
    await expectCurrentWords(page, 'a filter without rows');
    await goToView(page, `#/orders?q=${number}`);
    await expect(rowOf(page, number)).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectCurrentWords(page, 'the orders');
    for (const view of VIEWS) {
      await goToView(page, view);
      await expect(page.locator('.admin-wait, .list-skeleton, [aria-busy="true"]')).toHaveCount(0);
      await expectCurrentWords(page, view);
    }
  });

  test('all orders of a customer say the same as on a plain page @long', async ({ page }) => {
    await page.goto('/orders');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await expect(page.getByRole('status')).toContainText('we’ll email you the link');
    await expectCurrentWords(page, 'the link');
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
