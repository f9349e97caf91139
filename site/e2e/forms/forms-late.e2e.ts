import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { ENOUGH, fill, stored } from '../support/form-steps.ts';
import { expect, standStill, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const VOICE_SUBMISSIONS_PATH = pathOf('GET /api/json/voice-agent-submissions');

test('input from before the script runs is not lost, and an early click submits the form', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/voice-form\./, async (route) => {
    await held;
    await route.continue();
  });
  const email = newEmail();
  await page.goto('/voice-agent-form', { waitUntil: 'commit' });
  await fill(page, { ...ENOUGH.voice(email), notes: 'Typed early' });
  await page.getByRole('button', { name: 'Submit Request' }).click();
  expect(new URL(page.url()).search).toBe('');
  release();
  await page.waitForURL('**/form-thank-you?**');
  expect(await stored(page, VOICE_SUBMISSIONS_PATH, email)).toMatchObject([{ notes: 'Typed early' }]);
});

test('a form whose script does not load says so after a while, and keeps the input @long', async ({
  page,
  complaints,
}) => {
  await standStill(page);
  await page.route(/\/assets\/voice-form\./, (route) => route.abort());
  const complaintsAfterASecond = async () => {
    await page.clock.runFor(1_000);
    return complaints.length;
  };
  await page.goto('/voice-agent-form');
  const notice = page.getByRole('alert').filter({ hasText: 'can’t send the form yet' });
  await page.clock.runFor(9_000);
  await expect(notice).toBeHidden();
  await page.clock.runFor(1_100);
  await expect(notice).toBeVisible();
  // The page tries twice to load the script before it logs an error, and a reload would cancel that.
  await expect.poll(complaintsAfterASecond).toBe(1);
  await page.reload();
  await page.locator('#firstName').fill('Ada');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.clock.runFor(3_900);
  await expect(notice).toBeHidden();
  await page.clock.runFor(200);
  await expect(notice).toBeFocused();
  await expect(page.locator('#firstName')).toHaveValue('Ada');
  await expect.poll(complaintsAfterASecond).toBe(2);
  complaints.splice(0);
});

test('the notice disappears when the script loads after all @long', async ({ page }) => {
  await standStill(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/voice-form\./, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/voice-agent-form', { waitUntil: 'commit' });
  await page.locator('#firstName').fill('Ada');
  await page.clock.runFor(11_000);
  const notice = page.getByRole('alert').filter({ hasText: 'can’t send the form yet' });
  await expect(notice).toBeVisible();
  release();
  await expect(notice).toBeHidden();
  await page.clock.runFor(20_000);
  await expect(notice).toBeHidden();
});
