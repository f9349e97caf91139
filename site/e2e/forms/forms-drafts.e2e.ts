import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import type { Page } from 'playwright/test';
import { ENOUGH, fill, fillAtOnce, stored } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const VOICE_FORM_PATH = pathOf('POST /api/submit-voice-agent-form');
const VOICE_SUBMISSIONS_PATH = pathOf('GET /api/json/voice-agent-submissions');

const KEY = 'northlight-form-voice';
const draft = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

test('input survives a reload, shows when it was saved, and is gone once sent', async ({ page }) => {
  const email = newEmail();
  await page.goto('/voice-agent-form');
  await fill(page, { ...ENOUGH.voice(email), notes: 'Line one\nLine two' });
  await expect(page.getByText(/^Saved at \d{1,2}:\d{2}/)).toBeVisible();
  await page.reload();
  await expect(page.locator('#notes')).toHaveValue('Line one\nLine two');
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.waitForURL('**/form-thank-you?type=chatbot&**');
  await expect(page.getByText('operational in 1-2 business days')).toBeVisible();
  expect(await draft(page)).toBeNull();
  await page.goBack();
  await expect(page.locator('#notes')).toHaveValue('');
});

test('the last keystrokes before leaving are saved, checkboxes too', async ({ page }) => {
  await page.goto('/dental-voice-agent-form');
  await fill(page, {
    practiceName: 'Li Dental',
    practiceSize: 'solo',
    category5_marketing: true,
    hipaaCompliance: false,
  });
  await page.reload();
  await expect(page.locator('#practiceName')).toHaveValue('Li Dental');
  await expect(page.locator('#practiceSize')).toHaveValue('solo');
  await expect(page.locator('#recallFrequency')).toBeVisible();
  await expect(page.locator('#hipaaCompliance')).not.toBeChecked();
});

test('without storage the form works and no Saved line is shown @long', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const email = newEmail();
  await page.goto('/voice-agent-form');
  await fill(page, ENOUGH.voice(email));
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('Request submitted successfully!', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Saved at/)).toHaveCount(0);
});

test('a form resent after a lost response, even after a reload, is stored once @long', async ({ page }) => {
  let isLost = false;
  await page.route(`**${VOICE_FORM_PATH}`, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  const email = newEmail();
  await page.goto('/voice-agent-form');
  await fill(page, ENOUGH.voice(email));
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('we can’t tell whether your form arrived')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.waitForURL('**/form-thank-you?**');
  expect(await stored(page, VOICE_SUBMISSIONS_PATH, email)).toHaveLength(1);
});

test('two tabs have separate drafts; a closed tab’s draft is offered to the next @long', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const [tab, text] of [
    [page, 'First tab'],
    [other, 'Second tab'],
  ] as const) {
    await tab.goto('/voice-agent-form');
    await expect(tab.locator('#notes')).toHaveValue('');
    await tab.locator('#notes').fill(text);
    await expect(tab.getByText(/^Saved at/)).toBeVisible();
  }
  await page.locator('#firstName').fill('Ada');
  for (const [tab, text] of [
    [other, 'Second tab'],
    [page, 'First tab'],
  ] as const) {
    await tab.reload();
    await expect(tab.locator('#notes')).toHaveValue(text);
  }
  await expect(page.locator('#firstName')).toHaveValue('Ada');
  await other.close();
  const third = await context.newPage();
  await third.goto('/voice-agent-form');
  await expect(third.locator('#notes')).toHaveValue('Second tab');
});

test('an autofilled form sent at once is not spam', async ({ page }) => {
  const email = newEmail();
  // Reports half a second, regardless of the machine's speed.
  await page.route(`**${VOICE_FORM_PATH}`, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), filledInMs: 500 } }),
  );
  await page.goto('/voice-agent-form');
  await page.evaluate(fillAtOnce, ENOUGH.voice(email));
  // The time that a person needs to reach the button.
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.waitForURL('**/form-thank-you?**');
  expect(await stored(page, VOICE_SUBMISSIONS_PATH, email)).toMatchObject([{ quarantineReason: null }]);
});

test('the time since the form was first opened is sent, across reloads @long', async ({ page }) => {
  const email = newEmail();
  await page.clock.install();
  await page.goto('/voice-agent-form');
  await fill(page, ENOUGH.voice(email));
  await page.clock.runFor(60_000);
  await page.reload();
  const request = page.waitForRequest(`**${VOICE_FORM_PATH}`);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  expect((await request).postDataJSON().filledInMs).toBeGreaterThanOrEqual(60_000);
});
