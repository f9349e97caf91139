import type { Page } from 'playwright/test';
import { ADMIN, type OwnServer } from '../../src/main/test/own-server.ts';
import { expect, test } from './desktop-app.ts';

async function connect(page: Page, { origin }: OwnServer) {
  await page.getByLabel('Address').fill(origin);
  await page.getByRole('button', { name: 'Connect' }).click();
}

async function logIn(page: Page) {
  // "Login required" also redirects to the login after three seconds.
  await page.getByRole('button', { name: 'Go to Login Now' }).click();
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

test('on first start, the administrator connects, logs in, and sees an order', async ({ shop, start }) => {
  const number = await shop.buy('Electron');
  const { page } = await start();
  await connect(page, shop);
  await logIn(page);
  await page.evaluate(() => {
    location.hash = '/orders';
  });
  await expect(page.getByRole('link', { name: number })).toBeVisible();
});

test('an external link opens the order, even if the app is already running', async ({ shop, start }) => {
  const number = await shop.buy('Link');
  const { app, page } = await start();
  await connect(page, shop);
  await logIn(page);
  await app.evaluate(
    ({ app }, link) => app.emit('second-instance', {}, ['northlight', link]),
    `northlight://order/${number}`,
  );
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
});

test('the page can only use its bridge', async ({ start }) => {
  const { app, page } = await start();
  const names = await page.evaluate(() => ({
    node: typeof Reflect.get(window, 'require') + typeof Reflect.get(window, 'process'),
    opened: window.open('https://example.com/'),
  }));
  expect(names).toEqual({ node: 'undefinedundefined', opened: null });
  expect(
    await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => 'fetched',
        () => 'refused',
      ),
    ),
  ).toBe('refused');
  expect(app.windows()).toHaveLength(1);
});

test('closing hides the window, and a new order still updates its title', async ({ shop, start }) => {
  const { app, page } = await start();
  await connect(page, shop);
  await logIn(page);
  const title = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.close();
        window?.on('page-title-updated', () => setTimeout(() => resolve(window.getTitle()), 100));
        const timer = setInterval(() => {
          if (!window || !/^\(\d+\)/.test(window.getTitle())) return;
          clearInterval(timer);
          resolve(window.getTitle());
        }, 50);
      }),
  );
  await shop.buy('Hidden');
  expect(await title).toMatch(/^\(\d+\) /);
  expect(
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    ),
  ).toEqual([false]);
});
