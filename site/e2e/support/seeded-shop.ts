import type { Browser, Page } from 'playwright/test';
import { ADMIN } from './admin.ts';
import { serveSite } from './own-server.ts';
import { expect } from './shop.ts';

const FROZEN_AT = '2026-11-24T15:30:00.000Z';

type Shop = { page: Page; origin: string; stop: () => Promise<void> };

/** A shop of its own with an administrator's page. The browser's time zone is not the studio's. */
export async function openShop(browser: Browser, orders: number): Promise<Shop> {
  const { origin, stop } = await serveSite({ orders, frozenAt: FROZEN_AT });
  const context = await browser.newContext({
    baseURL: origin,
    timezoneId: 'Asia/Tokyo',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(FROZEN_AT);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const login = await page.request.post('/api/admin/login', { data: ADMIN });
  expect(login.ok(), await login.text()).toBe(true);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible();
  return {
    page,
    origin,
    stop: async () => {
      await context.close();
      await stop();
    },
  };
}
