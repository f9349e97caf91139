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

test('open items are sentences with their orders and a link to all', async ({ page }) => {
  await buy(page, 'Overview');
  await sendOnHoldForm(page, { leaveEmpty: 'x' });
  await openView(page, '#/');
  const forms = page.getByRole('region', { name: /^\d+ paid orders? missing (a form|forms)/ });
  await expect(forms.getByRole('listitem').first()).toContainText('missing: ');
  // The five oldest are shown, which may be other tests' forms.
  const quarantine = page.getByRole('region', { name: /^\d+ forms? in quarantine/ });
  await expect(quarantine.getByRole('listitem').first()).toContainText(
    /(Website|Voice agent|On-hold) form: /,
  );
  await forms.getByRole('link', { name: 'All paid orders missing a form' }).click();
  await expect(page).toHaveURL(/#\/orders\?payment=completed&form=waiting&sort=oldest$/);
  await page.goBack();
  const first = forms.getByRole('link').first();
  const openedNumber = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { name: openedNumber })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Needs your attention' })).toBeVisible();
});

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

test('a shop with nothing to do says so', async ({ page }) => {
  await page.route('**/api/json/overview', (route) => route.fulfill({ json: QUIET }));
  await openView(page, '#/');
  await expect(page.getByText('You’re all caught up.')).toBeVisible();
  await expectNoFindings(page, 'quiet');
});

test('failing backups are a task with the reason, and good ones one quiet line', async ({ page }) => {
  const lastSuccess = new Date(Date.now() - 12 * 60_000 - 5_000).toISOString();
  const backup = { ...QUIET.backup, isConfigured: true, lastSuccess };
  const failure = 'The folder /backups does not exist. Create it, or mount its disk.';
  let now: OverviewResponse['backup'] = { ...backup, failure, needsAttention: true };
  await page.route('**/api/json/overview', (route) => route.fulfill({ json: { ...QUIET, backup: now } }));
  await openView(page, '#/');
  const task = page.getByRole('region', { name: 'Backups are failing (last success: 12 minutes ago)' });
  await expect(task).toContainText(failure);
  await expect(page.getByText('You’re all caught up.')).toBeHidden();
  await expectNoFindings(page, 'failing backups');
  now = backup;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Last backup 12 minutes ago.')).toBeVisible();
  await expect(task).toBeHidden();
});

test('scheduled emails can be expanded, each with its order and time', async ({ page }) => {
  const since = '2026-11-24T10:00:00.000Z';
  const title = 'Form reminder';
  const plannedMails = [
    { orderNumber: 'ORD-10001', title, detail: 'ada@marlow.example', since },
    { orderNumber: null, title: 'Hourly list of unpaid orders', detail: 'hello@x.example', since },
  ];
  const mails = { due: 0, planned: 9, givenUp: 0 };
  await page.route('**/api/json/overview', (route) =>
    route.fulfill({ json: { ...QUIET, mails, plannedMails } }),
  );
  await openView(page, '#/');
  await page.getByText('9 emails scheduled.').click();
  const planned = page.locator('.overview-planned').getByRole('listitem');
  await expect(planned.first()).toContainText(title);
  await expect(planned.first().getByRole('link', { name: 'ORD-10001' })).toHaveAttribute(
    'href',
    /case\/ORD-10001$/,
  );
  await expect(planned.last()).toContainText('No order');
  await expect(page.getByText('And 7 more later.')).toBeVisible();
  await expectNoFindings(page, 'scheduled emails');
});

test('the charts have a table with their data', async ({ page }) => {
  const since = new Date(Date.now() - 2 * 24 * 60 * 60_000 - 60_000).toISOString();
  const stray = { orderNumber: null, title: '$10.00 via Demo card', detail: 'Paid twice.', since };
  await page.route('**/api/json/overview', (route) =>
    route.fulfill({
      json: {
        ...QUIET,
        paymentsToReview: { count: 1, items: [stray] },
        weeks: [
          { from: '2026-11-09', paid: '149.00', recurring: '30.00' },
          { from: '2026-11-16', paid: '1248.50', recurring: '25.00' },
        ],
      } satisfies OverviewResponse,
    }),
  );
  await openView(page, '#/');
  const stranger = page.getByRole('region', { name: '1 payment to review (2 days)' });
  await expect(stranger).toContainText('No order');
  const table = page.getByRole('table', { name: 'Revenue by week' });
  await expect(table.getByRole('row').nth(2)).toHaveText('Nov 16$1,248.50$25.00');
  const figure = page.getByRole('figure').filter({ hasText: 'Revenue by week' });
  await expect(figure).toContainText('$1,397.50 received');
  const heights = await figure
    .locator('.chart-bar[data-series="0"]')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  expect((heights[0] ?? 0) / (heights[1] ?? 1)).toBeCloseTo(149 / 1248.5);
});

test('an unreachable server is reported, and Refresh loads the overview once it is back', async ({
  page,
}) => {
  await page.route('**/api/json/overview', (route) => route.abort());
  await openView(page, '#/');
  await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server.');
  await page.unroute('**/api/json/overview');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Orders by service' })).toBeVisible();
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
