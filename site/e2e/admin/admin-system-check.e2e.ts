import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { COLOR_SCHEMES, expect, test } from '../support/admin-test.ts';

for (const { colorScheme, tag } of COLOR_SCHEMES) {
  test.describe(colorScheme, { tag }, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('the settings show the system check with its problems first, and check again by keyboard', async ({
      page,
    }) => {
      await openView(page, '#/settings');
      const section = page.getByRole('region', { name: 'System check' });
      const lines = section.getByRole('listitem');
      // The tested shops run without limits.
      await expect(section.getByRole('status')).toHaveText(/^\d+ problems?$/);
      await expect(lines.first()).toContainText('Warning');
      await expect(lines.filter({ hasText: 'Remove RATE_LIMIT=off.' })).toContainText('Warning');
      await expect(lines.filter({ hasText: 'Disk space' })).toContainText('OK');
      await expectNoFindings(page, 'system check');
      await expectNoSidewaysScroll(page, 'system check');
      const again = page.waitForResponse('**/api/admin/doctor');
      await section.getByRole('button', { name: 'Check again' }).focus();
      await page.keyboard.press('Enter');
      expect((await again).status()).toBe(200);
      await expect(section.getByRole('button', { name: 'Check again' })).toBeFocused();
    });
  });
}
