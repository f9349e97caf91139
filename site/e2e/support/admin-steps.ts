import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { randomUUID } from 'node:crypto';
import type { Cookie, Page } from 'playwright/test';
import { ADMIN } from './admin.ts';
import { post } from './purchases.ts';
import { expect } from './shop.ts';

const LOGIN_PATH = pathOf('POST /api/admin/login');
const STATUS_PATH = pathOf('GET /api/admin/auth-status');

/** The cookies of the last login in this worker's shop, by browser: a session ends if another browser uses it. */
const logins = new Map<string, Cookie[]>();

/** Makes the page's browser an administrator's. Checking a password takes long, so one login serves many tests. */
export async function logIn(page: Page) {
  const cookies = logins.get(await browserOf(page));
  if (cookies) {
    await page.context().addCookies(cookies);
    const status = await page.request.get(STATUS_PATH);
    if ((await status.json()).isAuthenticated) return;
  }
  const response = await page.request.post(LOGIN_PATH, { data: ADMIN });
  expect(response.ok(), await response.text()).toBe(true);
  // The desktop app has cookies of its own, and each test has its own app.
  const given = await page.context().cookies();
  if (given.length > 0) logins.set(await browserOf(page), given);
}

const browserOf = (page: Page): Promise<string> => page.evaluate(() => navigator.userAgent);

/** Logs in and opens a view, such as "#/orders". */
export async function openView(page: Page, hash: string) {
  await logIn(page);
  await page.goto(`/admin-dashboard${hash}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Goes to another view by URL, like a link in an email or a bookmark. */
export async function goToView(page: Page, hash: string) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
}

/** On narrow screens, a sheet has what the bar has no room for. */
export async function showAllPlaces(page: Page) {
  const more = page.getByRole('button', { name: 'More', exact: true });
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(more.or(sidebar)).toBeVisible();
  if (await more.isVisible()) await more.click();
  await expect(sidebar).toBeVisible();
}

/** The link to the open list as a spreadsheet. */
export async function downloadLink(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  return page.getByRole('link', { name: 'Download CSV' });
}

const meta = () => ({ submissionKey: randomUUID(), leaveEmpty: '', filledInMs: 90_000 });

/** These functions return the order number of the form. */
export async function sendWebsiteForm(page: Page, project: string, changes: object = {}): Promise<string> {
  const { orderNumber } = await post(page, '/api/submit-order-form', {
    name: 'Ada Marlow',
    project,
    email: 'ada@marlow-bicycles.example',
    package: '1-page',
    hosting: 'hosted',
    ...meta(),
    ...changes,
  });
  return orderNumber;
}

export async function sendVoiceForm(page: Page, changes: object = {}): Promise<string> {
  const { orderNumber } = await post(page, '/api/submit-voice-agent-form', {
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    ...meta(),
    ...changes,
  });
  return orderNumber;
}

export async function sendOnHoldForm(page: Page, changes: object = {}): Promise<string> {
  const { orderNumber } = await post(page, '/api/on-hold-audio-form', {
    businessName: 'Marlow Bicycles',
    businessNiche: 'Bicycle repairs',
    customMessage: 'Thank you for calling. Ask about our winter service.',
    email: 'ada@marlow-bicycles.example',
    ...meta(),
    ...changes,
  });
  return orderNumber;
}

/** A word that appears in no other test's data. */
export const aWord = () => `word${randomUUID().replaceAll('-', '')}`;

/** The row of an order number in the open list. */
export const rowOf = (page: Page, orderNumber: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: orderNumber, exact: true }) });
