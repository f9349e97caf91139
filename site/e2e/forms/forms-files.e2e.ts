import { expectNoFindings } from '@northlight/shared/ui/test/page-checks.ts';
import { ENOUGH, fill } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: LOGO });

test('files go with the form, survive a reload, and can be removed', async ({ page }) => {
  await page.goto('/onhold-audio-form');
  await fill(page, ENOUGH.onHold(newEmail()));
  const field = page.getByLabel('Recordings');
  await field.setInputFiles([picture('one.png'), picture('two.png')]);
  const list = page.locator('.uploads');
  await expect(list.getByText('1 KB, sent')).toHaveCount(2);
  await expect(page.getByText('2 of 2 files sent.')).toBeAttached();
  await expectNoFindings(page, 'files');
  // The draft is saved a moment later.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('two.png');
  await page.reload();
  await expect(list.getByText('1 KB, sent')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove one.png' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
});

test('an upload goes on after the connection broke, and the form waits for it', async ({ page }) => {
  let cuts = 0;
  await page.route('**/api/files/*', async (route) => {
    cuts += route.request().method() === 'PATCH' ? 1 : 0;
    if (route.request().method() === 'PATCH' && cuts === 1) await route.abort('connectionreset');
    else await route.continue();
  });
  await page.goto('/onhold-audio-form');
  await fill(page, ENOUGH.onHold(newEmail()));
  await page.getByLabel('Recordings').setInputFiles(picture('logo.png'));
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  expect(cuts).toBe(2);
});

test('a refused file says why, keeps the form from being sent, and can be removed @long', async ({
  page,
}) => {
  await page.goto('/onhold-audio-form');
  await fill(page, ENOUGH.onHold(newEmail()));
  const evil = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html><script>') };
  await page.getByLabel('Recordings').setInputFiles(evil);
  await expect(page.locator('.uploads .field-error')).toContainText('We can’t accept this type of file');
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.locator('.toast-text')).toContainText('remove it');
  await page.getByRole('button', { name: 'Remove logo.png' }).click();
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
});

test('files can be pasted @long', async ({ page }) => {
  await page.goto('/website-form');
  const paste = (name: string, into: string) =>
    page.locator(into).evaluate((target, fileName) => {
      const data = new DataTransfer();
      data.items.add(new File(['Hello'], fileName, { type: 'text/plain' }));
      target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
    }, name);
  const sent = page.locator('.uploads').getByText('1 KB, sent');
  await expect(async () => {
    await paste('first.txt', '.upload-field input');
    await expect(sent).not.toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  const before = await sent.count();
  await paste('second.txt', '#notes');
  await expect(sent).toHaveCount(before + 1);
});
