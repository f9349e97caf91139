import {
  expectNoFindings,
  expectNoSidewaysScroll,
  expectUsable,
} from '@northlight/shared/ui/test/page-checks.ts';
import {
  aWord,
  goToView,
  openView,
  sendOnHoldForm,
  sendVoiceForm,
  sendWebsiteForm,
} from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy } from '../support/purchases.ts';

test('axe finds no violations on the login, with errors too @long', async ({ page }) => {
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectNoFindings(page, 'login');
  await page.clock.install();
  await page.goto('/admin');
  await expect(page.getByText('Go to Login Now')).toBeVisible();
  await expectNoFindings(page, 'login required');
});

test('axe finds no violations in any list, and none is wider than the screen @long', async ({ page }) => {
  const word = aWord();
  const order = { businessName: word, serviceTypes: ['website', 'voice', 'onhold'] };
  const number = await buy(page, 'Axe', order);
  await sendWebsiteForm(page, number, { name: word, email: 'other@somewhere.example', filledInMs: 1 });
  await sendVoiceForm(page, { businessName: word });
  await sendOnHoldForm(page, { businessName: word });
  await openView(page, '#/orders');
  for (const view of ['orders', 'on-hold', 'website-forms', 'voice-forms']) {
    await goToView(page, `#/${view}?q=${word}`);
    await expect(page.getByRole('row')).toHaveCount(2);
    if (view !== 'orders') await page.getByRole('button', { name: /^Answers for/ }).click();
    await expectNoFindings(page, view);
    await expectNoSidewaysScroll(page, view);
  }
  await goToView(page, '#/orders?q=nothing-is-called-so&payment=pending');
  await expect(page.getByText('No orders found')).toBeVisible();
  await expectNoFindings(page, 'empty');
  await page.route('**/api/json/orders*', (route) => route.abort());
  await goToView(page, '#/orders?q=other');
  await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server.');
  await expectNoFindings(page, 'banner');
});

test('axe finds no violations while a quote is written by keyboard, sent, found, and withdrawn', async ({
  page,
}) => {
  const word = aWord();
  await openView(page, '#/quotes/new');
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please name this line')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectNoFindings(page, 'editor with errors');
  await page.keyboard.type(`${word}@somewhere.example`);
  await page.getByRole('button', { name: 'Add a line' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Photos');
  await page.getByRole('group', { name: 'Line 2' }).getByLabel('Price of one').fill('200');
  await page.getByRole('button', { name: 'Remove line 1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add a line' })).toBeFocused();
  await expectNoFindings(page, 'editor');
  await expectNoSidewaysScroll(page, 'editor');
  await page.getByRole('button', { name: 'Send quote' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'What was sent' })).toBeVisible();
  await expectNoFindings(page, 'quote');
  await goToView(page, `#/quotes?q=${word}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectNoFindings(page, 'quotes');
  await page.locator('.list-number').press('Enter');
  await page.getByRole('button', { name: /^Other actions/ }).press('Enter');
  await page.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expectNoFindings(page, 'withdraw');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(page.locator('.quote-state')).toContainText('Withdrawn');
});

test('axe finds no violations in the settings, the palette and the help @long', async ({ page }) => {
  await openView(page, '#/settings');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expectNoFindings(page, 'settings');
  await expectNoSidewaysScroll(page, 'settings');
  await goToView(page, '#/settings/shop');
  await page.getByRole('button', { name: 'Add an add-on' }).click();
  await expectNoFindings(page, 'shop');
  await goToView(page, '#/settings/business');
  await page.getByLabel('Name').press('x');
  await page.getByLabel('Monday').uncheck();
  await page.getByRole('button', { name: 'Add a date' }).click();
  await expectUsable(page, 'changed business');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('button', { name: 'Save as draft' })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Find' }).click();
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('option').first()).toBeVisible();
  await expectNoFindings(page, 'palette');
  await palette.getByRole('combobox').fill('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoFindings(page, 'help');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('button', { name: 'Close' }).click();
  await goToView(page, '#/nowhere');
  await expect(page.getByText('This page doesn’t exist.')).toBeVisible();
  await expectNoFindings(page, 'nowhere');
});

test('with forced colors, the current tab, view, row, and status differ from the others @long', async ({
  page,
}) => {
  const number = await buy(page, 'Forced');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openView(page, '#/orders');
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outline, borderBottom } = getComputedStyle(element);
        return `${outline} ${borderBottom}`;
      });
  const differ = async (current: string, other: string) =>
    expect(await look(current)).not.toBe(await look(other));
  await differ('.place[data-current]', '.place:not([data-current])');
  await differ('.list-views a[aria-current]', '.list-views a:not([aria-current])');
  await goToView(page, `#/case/${number}`);
  await differ('.case-work [aria-pressed=true]', '.case-work [aria-pressed=false]');
  await goToView(page, '#/settings');
  await differ('.settings-nav [aria-current]', '.settings-nav a:not([aria-current])');
});
