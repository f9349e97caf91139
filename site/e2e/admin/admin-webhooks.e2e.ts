import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

test('the owner adds a webhook, sees its secret once, and reads in the log why a test failed @long', async ({
  page,
}) => {
  await openView(page, '#/settings/webhooks');
  const add = page.getByRole('region', { name: 'Add a webhook' });
  await add.getByRole('button').click();
  await expect(add).toContainText(
    'Please enter a URL that starts with https:// and has no username, password, or #',
  );
  // Servers on the shop's own machine are refused when it connects.
  const host = `localhost:${10_000 + Math.floor(Math.random() * 50_000)}`;
  await add.getByLabel('URL').fill(`https://${host}/hook`);
  await add.getByLabel('All events').uncheck();
  await add.getByLabel('A bank payment fails').uncheck();
  await add.getByRole('button').click();
  const secret = page.getByRole('region', { name: `The secret for ${host}` });
  await expect(secret).toContainText(/whsec_\S{44}/);
  const row = page.getByRole('listitem').filter({ hasText: host });
  await expect(row).toContainText('On · 17 events');
  await row.getByRole('button', { name: 'More' }).click();
  await expectNoFindings(page, 'menu');
  await row.getByRole('button', { name: 'Send test event' }).click();
  await expect(row).toContainText('Test event');
  await expect(row).toContainText('Failed');
  await row.getByText('Test event', { exact: true }).click();
  await expect(row).toContainText('This address is in a private network.');
  await expectNoFindings(page, 'webhooks');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page, 'webhooks');
  await secret.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByText('whsec_')).toHaveCount(0);
  await row.getByRole('button', { name: 'More' }).click();
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove the webhook' }).click();
  await expect(row).toHaveCount(0);
});
