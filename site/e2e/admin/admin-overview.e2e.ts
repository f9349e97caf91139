import type { Page } from 'playwright/test';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import type { OverviewResponse } from '@northlight/shared/contracts/overview.ts';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { buy } from '../support/purchases.ts';

const OVERVIEW_PATH = pathOf('GET /api/json/overview');

/** What a busy shop with problems adds to the response of the tested one. */
async function showProblems(page: Page) {
  const since = new Date(Date.now() - 26 * 60 * 60_000).toISOString();
  const item = { orderNumber: 'ORD-10001', title: 'Form reminder', detail: 'ada@marlow.example', since };
  const changes = {
    unsentMessages: { count: 3, items: [item] },
    mails: { due: 2, planned: 14, givenUp: 3 },
    plannedMails: [item, { ...item, orderNumber: null }],
    backup: {
      lastSuccess: since,
      failure: 'No disk.',
      isLate: true,
      needsAttention: true,
    },
  } satisfies Partial<OverviewResponse>;
  await page.route(`**${OVERVIEW_PATH}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
}

test('a new order updates the overview by itself', async ({ page }) => {
  // A shop without orders has no figures.
  await buy(page, 'First');
  await openView(page, '#/');
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const voice = page.locator('.service-chart [data-service=voice] .money');
  const count = async () => Number((await voice.textContent())?.replaceAll(',', ''));
  const before = await count();
  await buy(page, 'Counted');
  // Long before the overview refetches on its own.
  await expect.poll(count).toBeGreaterThan(before);
});

test('axe finds no violations on the overview, and it fits 320 px @long', async ({ page }) => {
  await buy(page, 'Featherstonehaugh-Cholmondeley of Great Yarmouth and Elsewhere');
  await showProblems(page);
  await openView(page, '#/');
  await page.getByText('2 emails sending soon, 14 scheduled.').click();
  await expect(page.getByRole('heading', { name: 'Orders by service' })).toBeVisible();
  await expectNoFindings(page, 'overview');
  await expectNoSidewaysScroll(page, 'overview');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, 'overview at 320');
  // The list may refetch at any time.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
