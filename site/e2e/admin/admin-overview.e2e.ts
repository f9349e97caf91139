import type { OverviewResponse } from '@northlight/shared/contracts/overview.ts';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { buy, openView, sendOnHoldForm } from '../support/admin-steps.ts';
import { COLOR_SCHEMES, expect, test } from '../support/admin-test.ts';

const NOTHING = { count: 0, items: [] };
const QUIET: OverviewResponse = {
  success: true,
  promises: { due: [], dueCount: 0, timeZone: 'America/New_York', kept: [] },
  missingForms: NOTHING,
  newSubmissions: NOTHING,
  paymentsToReview: NOTHING,
  unsentMessages: NOTHING,
  mails: { due: 0, planned: 0, givenUp: 0 },
  failingWebhooks: [],
  plannedMails: [],
  quarantine: NOTHING,
  backup: { isConfigured: false, lastSuccess: null, failure: null, isLate: false, needsAttention: false },
  weeks: [
    { from: '2026-11-09', paid: '0.00', recurring: '0.00' },
    { from: '2026-11-16', paid: '0.00', recurring: '0.00' },
  ],
  recurring: {
    monthlyRevenue: '0.00',
    active: 0,
    pastDue: 0,
    atRisk: '0.00',
    canceledThisMonth: 0,
    months: [],
  },
  ordersByService: { website: 0, voice: 0, onhold: 0 },
};

test('a new order updates the overview by itself', async ({ page }) => {
  await openView(page, '#/');
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const voice = page.locator('.service-chart [data-service=voice] .money');
  const count = async () => Number((await voice.textContent())?.replaceAll(',', ''));
  const before = await count();
  await buy(page, 'Counted');
  // Long before the overview refetches on its own.
  await expect.poll(count).toBeGreaterThan(before);
});

for (const { colorScheme, tag } of COLOR_SCHEMES) {
  test.describe(colorScheme, { tag }, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds no violations on the overview, and it fits 320 px', async ({ page }) => {
      await buy(page, 'Featherstonehaugh-Cholmondeley of Great Yarmouth and Elsewhere');
      await openView(page, '#/');
      await expect(page.getByRole('heading', { name: 'Orders by service' })).toBeVisible();
      await expectNoFindings(page, 'overview');
      await expectNoSidewaysScroll(page, 'overview');
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page, 'overview at 320');
    });
  });
}
