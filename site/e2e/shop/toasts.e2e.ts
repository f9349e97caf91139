import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import type { Page } from 'playwright/test';
import { ENOUGH, fill } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const VOICE_FORM_PATH = pathOf('POST /api/submit-voice-agent-form');

const toasts = (page: Page) => page.locator('.toast');

/** A form that fails with a toast each time it is sent. */
async function openFailingForm(page: Page): Promise<() => Promise<void>> {
  let count = 0;
  await page.route(`**${VOICE_FORM_PATH}`, (route) => {
    count += 1;
    return route.fulfill({ status: 500, json: { message: `Failure ${count}` } });
  });
  await page.goto('/voice-agent-form');
  await fill(page, ENOUGH.voice(newEmail()));
  return async () => {
    await page.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.locator('.toast-text')).toHaveText(`Failure ${count || 1}`);
  };
}

test('F8 focuses it @long', async ({ page }) => {
  const fail = await openFailingForm(page);
  await fail();
  await page.keyboard.press('F8');
  await expect(page.locator('.toasts')).toBeFocused();
});

test('a swipe of 50 pixels to the right dismisses it, a shorter one does not @long', async ({ page }) => {
  const fail = await openFailingForm(page);
  await fail();
  const swipe = async (distance: number) => {
    const box = await toasts(page).boundingBox();
    if (!box) throw new Error('There is no toast to swipe.');
    const [x, y] = [box.x + 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toasts(page)).toHaveAttribute('data-swipe', 'cancel');
  await swipe(60);
  await expect(toasts(page)).toHaveCount(0);
});
