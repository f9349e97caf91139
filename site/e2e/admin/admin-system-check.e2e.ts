import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('the system check of the running shop has its problems first, and checks again by keyboard @long', async ({
  page,
}) => {
  await openView(page, '#/settings/system');
  const section = page.getByRole('region', { name: 'System check' });
  const lines = section.getByRole('listitem');
  // The tested shops run without limits.
  await expect(section.getByRole('status')).toHaveText(/^\d+ problems?\. \d+ to do before you sell\.$/);
  await expect(lines.first()).toContainText('Warning');
  await expect(lines.filter({ hasText: 'Remove RATE_LIMIT=off.' })).toContainText('Warning');
  await expect(lines.filter({ hasText: 'Disk space' })).toContainText('OK');
  await expectNoFindings(page, 'system check');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, 'system check');
  const again = page.waitForResponse('**/api/admin/doctor');
  await section.getByRole('button', { name: 'Check again' }).focus();
  await page.keyboard.press('Enter');
  expect((await again).status()).toBe(200);
  await expect(section.getByRole('button', { name: 'Check again' })).toBeFocused();
});
