import {
  BUYER,
  CARDS,
  expect,
  field,
  fillBuyer,
  goToPayment,
  heading,
  emailOf,
  emailsTo,
  openWith,
  orderNumber,
  payByCard,
  receipt,
  sentLater,
  test,
} from '../support/shop.ts';

test('Back from each step loses nothing', async ({ page }) => {
  await goToPayment(page, ['website', 'onhold']);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(heading(page, 'Your details')).toBeFocused();
  for (const [label, text] of Object.entries(BUYER)) await expect(field(page, label)).toHaveValue(text);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(heading(page, 'Choose your services')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(heading(page, 'Your details')).toBeFocused();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeFocused();
});

test('a started checkout keeps its package when other pages reset it, and asks which one to use @long', async ({
  page,
}) => {
  await page.goto('/checkout?service=website');
  await expect(page).toHaveURL(/\/checkout$/);
  await page.getByText('Yearly Billing').click();
  await page.getByRole('checkbox', { name: /Custom Domain Setup/ }).check();
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Homepage' }).click();
  await expect(page).toHaveURL(/\/$/);
  // The home page's script resets the bundle.
  await page.waitForLoadState();
  await page.goBack();
  await expect(heading(page, 'Payment')).toBeVisible();
  const kept = { 'Custom Domain Setup': '$49.00', Total: '$198.00', Then: '$300 a year' };
  await expect.poll(() => receipt(page)).toMatchObject(kept);
  const question = page.getByRole('region', { name: 'You chose something different on another page' });
  await expect(question).toContainText('Website, 1 add-on, yearly billing: $198.00 today, then $300 a year.');
  await expect(question).toContainText('Website, monthly billing: $149.00 today, then $30 a month.');
  await question.getByRole('button', { name: 'Keep this checkout' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(() => receipt(page)).toMatchObject(kept);

  await page.goto('/');
  await page.goto('/checkout');
  await question.getByRole('button', { name: 'Use those choices' }).click();
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$149.00', Then: '$30 a month' });
});

test('reloading at any step loses nothing, not even unfinished input', async ({ page }) => {
  await page.goto('/checkout?service=website');
  await expect(page).toHaveURL(/\/checkout$/);
  await page.getByText('Yearly Billing').click();
  await page.getByRole('checkbox', { name: /Custom Domain Setup/ }).check();
  const chosen = {
    Website: '$149.00',
    'Custom Domain Setup': '$49.00',
    'Due today': '$198.00',
    Then: '$300 a year',
  };
  await page.reload();
  await expect(page.getByRole('radio', { name: /Yearly/ })).toBeChecked();
  await expect.poll(() => receipt(page)).toEqual(chosen);

  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await field(page, 'First name').fill('Ada');
  await field(page, 'Email').fill('ada@');
  await page.reload();
  await expect(heading(page, 'Your details')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Ada');
  await expect(field(page, 'Email')).toHaveValue('ada@');

  await fillBuyer(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.reload();
  await expect(heading(page, 'Payment')).toBeVisible();
  await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked();
  const { 'Due today': total, ...others } = chosen;
  await expect.poll(() => receipt(page)).toEqual({ ...others, Subtotal: total, Tax: '$0.00', Total: total });
});

test('the browser’s Back after paying makes no second order @long', async ({ page }) => {
  await goToPayment(page, ['website']);
  await payByCard(page);
  const number = await orderNumber(page);
  for (let entries = 0; entries < 3; entries += 1) {
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0);
    if (!page.url().includes('/checkout')) break;
    await expect(heading(page, 'Choose your services')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  }
  await page.goto('/thank-you');
  expect(await orderNumber(page)).toBe(number);
});

test('a double click on Pay Now is one order', async ({ page }, { project }) => {
  const email = `double-click-${project.name}@marlow-bicycles.example`;
  await goToPayment(page, ['website'], { Email: email });
  await page.getByRole('textbox', { name: /^Card number/ }).fill(CARDS.succeeds);
  await page.getByRole('textbox', { name: /^Expiration date/ }).fill('12 / 34');
  await page.getByRole('textbox', { name: /^Security code/ }).fill('123');
  await page.getByRole('button', { name: 'Pay Now' }).dblclick();
  await emailOf(await orderNumber(page));
  expect(emailsTo(email)).toBe(1);
});

test('a paid order is restored when its response was lost @long', async ({ page }) => {
  let isLost = false;
  await page.route('**/api/checkout', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await goToPayment(page, ['website']);
  await payByCard(page);
  await expect(page.getByText('Your payment is safe')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await orderNumber(page);
});

test('preselection: the address first, then the stored service, then the old list; each is used once @long', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.setItem('forceSelectedService', 'onhold');
    localStorage.setItem('selectedServices', '["nonsense","voice"]');
  });
  await page.goto('/checkout');
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(1);
  await expect.poll(() => receipt(page)).toMatchObject({ 'On-Hold Audio': '$99.00' });
  expect(await page.evaluate(() => localStorage.getItem('forceSelectedService'))).toBeNull();
});

test('a link to finish sends what was typed only after the tick, and rebuilds it in another browser @long', async ({
  page,
  browser,
  baseURL,
}) => {
  const notes = await sentLater<{ step: string; information: Record<string, string> | null }>(
    page,
    '/api/unfinished-checkout',
  );
  await openWith(page, ['website', 'onhold']);
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await expect.poll(() => notes).toMatchObject([{ step: 'information', information: null }]);
  await page.getByRole('checkbox', { name: 'Email me a link to finish' }).check();
  await expect.poll(() => notes.at(-1)?.information).toMatchObject({ firstName: 'Ada', email: BUYER.Email });
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect.poll(() => notes.at(-1)?.step).toBe('payment');

  const other = await browser.newPage({ ...(baseURL && { baseURL }) });
  await other.route('**/api/unfinished-checkout/resume', (route) => {
    const { step: _step, ...rest } = notes.at(-1) ?? { step: '' };
    return route.fulfill({ json: { ...rest, promoCode: 'SAVE50', checkoutId: crypto.randomUUID() } });
  });
  await other.goto('/checkout?resume=1.2.3.key');
  await expect(heading(other, 'Your details')).toBeVisible();
  await expect(other).toHaveURL(/\/checkout$/);
  for (const [label, text] of Object.entries(BUYER)) await expect(field(other, label)).toHaveValue(text);
  await expect.poll(() => receipt(other)).toMatchObject({ 'Discount (SAVE50)': '−$50.00', Total: '$198.00' });
  await other.unroute('**/api/unfinished-checkout/resume');
  await other.goto('/checkout?resume=expired');
  await expect(other.getByText('This link has expired, or the order has already been placed.')).toBeVisible();
  await other.close();
});
