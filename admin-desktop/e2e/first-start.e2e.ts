import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../api/test/shop/free-port.ts';
import { expect, test } from './app-test.ts';

test('the first start asks for the shop, then shows its login and its dashboard', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Your shop');
  await expect(page.getByRole('heading', { name: 'Connect to your shop' })).toBeVisible();
  await page.getByLabel('Address').fill(server.origin);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Go to Login Now' }).click();
  await expect(page.getByText('Northlight Studio')).toBeVisible();
  await expect(page.getByText(server.origin)).toBeVisible();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('a quiet north window');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('an invalid address shows an error below the field, and the summary gets the focus @long', async ({
  page,
  server,
}) => {
  const stranger = createServer((_, response) => response.end('<h1>Hello</h1>')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const strangerPort = (stranger.address() as AddressInfo).port;
  const nowhere = `127.0.0.1:${await freePort()}`;
  await page.goto('/');
  const address = page.getByLabel('Address');
  const summary = page.getByRole('group', { name: 'One field needs your attention' });
  for (const [typed, words] of [
    ['', 'Please enter the shop’s address'],
    ['http://shop.example.com', 'Others could read your password over http://.'],
    ['ftp://shop.example.com', 'Shop addresses start with https://, not ftp://.'],
    [nowhere, `${nowhere} isn’t responding. Check that the server is running.`],
    [
      `127.0.0.1:${strangerPort}`,
      `There’s no Northlight shop at 127.0.0.1:${strangerPort}. Check the address.`,
    ],
  ] as const) {
    await address.fill(typed);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.locator('.field-error')).toContainText(words);
    await expect(summary).toBeFocused();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(address).toHaveAccessibleDescription(new RegExp(words.slice(0, 20)));
  }
  stranger.close();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(address).toBeFocused();
  await address.fill(server.origin);
  await page.getByLabel('Name (optional)').fill('The studio');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Login required' })).toBeVisible();
});
