import { ENOUGH, fill } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

test('a new subscriber sees the verification dialog, and sees it again after a resend @long', async ({
  page,
}) => {
  const email = newEmail();
  for (let times = 0; times < 2; times += 1) {
    await page.goto('/voice-agent-form');
    await fill(page, ENOUGH.voice(email));
    // Forms sent in under two seconds count as spam.
    await page.waitForTimeout(2_100);
    await page.getByRole('button', { name: 'Submit Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Form Submitted Successfully' });
    await expect(dialog).toContainText(email);
    await dialog.getByRole('button', { name: 'I understand' }).click();
    await page.waitForURL('**/form-thank-you?**');
  }
});
