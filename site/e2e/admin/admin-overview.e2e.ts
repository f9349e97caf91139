import { buy, openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

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
