import { aWord, openView } from '../support/admin-steps.ts';
import {
  addServices,
  expect,
  fillBuyer,
  heading,
  orderNumber,
  payByCard,
  receipt,
  test,
} from '../support/shop.ts';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';

// Robots are not counted, and the default name of a test browser is one.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
});

test('the owner creates a code, its link applies it, and the overview shows where the order came from @long', async ({
  page,
}) => {
  const code = aWord().toUpperCase();
  await openView(page, '#/settings/promo-codes');
  await page.getByRole('button', { name: 'New promo code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await page.getByLabel('Discount type').selectOption('percent');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Please enter a whole number from 1 to 100')).toBeVisible();
  await page.getByLabel('Percentage').fill('10');
  await page.getByRole('checkbox', { name: /On-Hold Audio/ }).uncheck();
  await page.getByLabel('Total uses (optional)').fill('5');
  await page.setViewportSize({ width: 320, height: 720 });
  await expectNoSidewaysScroll(page, 'the form of a code at 320 px');
  await expectNoFindings(page, 'the form of a code');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Create' }).click();
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: code }) });
  await expect(own).toContainText('10% off Website.');

  await page.goto(`/?promo=${code.toLowerCase()}&utm_source=${code}&utm_medium=email`);
  await expect(
    page.getByText(`${code}: 10% off your first payment for selected services. We’ll apply it at checkout.`),
  ).toBeVisible();
  const seen = page.waitForRequest('**/api/sale-steps');
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 220);
  await seen;
  await page.goto('/checkout');
  await addServices(page, ['website']);
  await expect
    .poll(() => receipt(page))
    .toMatchObject({ [`Discount (${code})`]: '−$14.90', 'Due today': '$134.10' });
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await fillBuyer(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(heading(page, 'Payment')).toBeVisible();

  const terms = {
    amountOffCents: null,
    percentOff: 10,
    serviceIds: null,
    startsOn: null,
    endsOn: null,
    maxUses: 5,
    maxUsesPerEmail: null,
  };
  const turn = async (isActive: boolean) => {
    const { codes } = await (await page.request.get('/api/json/promo-codes')).json();
    const { version } = codes.find((one: { code: string }) => one.code === code);
    return page.request.post(`/api/admin/promo-codes/${code}`, { data: { ...terms, isActive, version } });
  };
  expect((await turn(false)).ok()).toBe(true);
  await payByCard(page);
  await expect(page.getByText(`${code} can’t be used, so we removed it from your total.`)).toBeVisible();
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$149.00' });
  expect((await turn(true)).ok()).toBe(true);
  await page.goto(`/checkout?promo=${code}&utm_source=${code}&utm_medium=email`);
  await expect.poll(() => receipt(page)).toMatchObject({ Total: '$134.10' });
  await payByCard(page);
  const number = await orderNumber(page);

  await openView(page, `#/case/${number}`);
  await expect(page.getByText(`${code.toLowerCase()} / email, Link with ${code}`)).toBeVisible();
  await openView(page, '#/settings/promo-codes');
  await expect(own).toContainText('1 of 5');
  await expect(own).toContainText('$134.10');
  await openView(page, '#/');
  const source = page.getByRole('row').filter({ hasText: code.toLowerCase() });
  await expect(source.getByRole('cell')).toHaveText(['1', '1', '$134.10']);
  await expect(page.getByRole('row', { name: /^Went to payment/ })).toBeVisible();
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(source).toBeVisible();
  await expectNoFindings(page, 'the overview with the funnel');
});
