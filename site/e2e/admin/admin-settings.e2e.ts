import { SETTINGS_SECTIONS, settingsFields } from '@northlight/shared/admin/base/settings-sections.ts';
import { goToView, openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('every field that the search offers is in its section, and takes the focus', async ({ page }) => {
  const fields = settingsFields(() => true);
  expect(fields.length).toBeGreaterThan(SETTINGS_SECTIONS.length);
  await openView(page, '#/settings');
  for (const { id, field } of fields) {
    await goToView(page, `#/settings/${id}?field=${encodeURIComponent(field)}`);
    const found = page.locator('[data-found]').filter({ hasText: field });
    await expect(found.first(), `${id}: ${field}`).toBeVisible();
    await expect(page.locator(':focus'), `${id}: ${field}`).toHaveCount(1);
  }
});
