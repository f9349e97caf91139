import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { expectNoFindings } from '@northlight/shared/ui/test/page-checks.ts';
import { openView } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { SHOP } from '../support/own-server.ts';

const PASSWORD = 'a brighter window';

/** The link in the newest invitation to an address. */
async function invitationTo(email: string): Promise<string> {
  let link = '';
  await expect
    .poll(() => {
      const folder = join(SHOP.dataDir, 'mail');
      for (const name of readdirSync(folder)) {
        const text = readFileSync(join(folder, name), 'utf8')
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('=3D', '=');
        if (text.includes(`To: ${email}`))
          link = /\/admin-login\?link=invite#invite=\d+\.[\w-]+/.exec(text)?.[0] ?? link;
      }
      return link;
    })
    .not.toBe('');
  return link;
}

async function invite(page: Page, email: string, role: string): Promise<string> {
  await openView(page, '#/settings/people');
  const form = page.getByRole('region', { name: 'Invite someone' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('First name').fill(email.split('@')[0] ?? '');
  await form.getByLabel('Last name').fill('Hopper');
  await form.getByLabel('Role').selectOption(role);
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  // This shop sends no emails.
  await expect(page.getByRole('region', { name: 'Link of the invitation' })).toBeVisible();
  return invitationTo(email);
}

/** Opens the link in a browser of its own. */
async function accept(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: SHOP.origin })).newPage();
  await page.goto(link);
  await page.getByLabel('Password').fill(PASSWORD);
  await expectNoFindings(page, 'invitation');
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  return page;
}

test('a passkey is added, logs in alone, and confirms an export', async ({ page, browser, host }) => {
  test.skip(host === 'app', 'Passkeys belong to the address of the website.');
  const grace = await accept(browser, await invite(page, `passkey-${Date.now()}@studio.example`, 'owner'));
  const devtools = await grace.context().newCDPSession(grace);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await grace.goto('/admin-dashboard#/settings/security');
  await grace.getByLabel('Name').fill('Laptop');
  await grace.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(grace.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  );
  await expect(grace.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
  await grace.getByRole('button', { name: 'Logout' }).click();
  await grace.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(grace.getByText('Login successful', { exact: true })).toBeVisible();

  // Ten minutes later, as far as the server is concerned.
  await grace.route(
    '**/api/admin/security/ready',
    (route) =>
      route.fulfill({ status: 403, json: { success: false, code: 'confirm_first', message: 'Confirm' } }),
    { times: 1 },
  );
  await grace.goto('/admin-dashboard#/settings/audit');
  await grace.getByRole('button', { name: 'Download CSV' }).click();
  const dialog = grace.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expectNoFindings(grace, 'confirmation');
  const download = grace.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await download).suggestedFilename()).toBe('audit-log.csv');
});
