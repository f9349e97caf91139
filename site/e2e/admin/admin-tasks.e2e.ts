import type { Page } from 'playwright/test';
import { goToView } from '../support/admin-steps.ts';
import { openShop } from '../support/seeded-shop.ts';
import { expect, test } from '../support/shop.ts';

type Effort = { clicks: number; screens: number; keys: number };
type Task = {
  name: string;
  /** The letters of what is said, which no dashboard can spare: texts, amounts, and addresses. */
  typed: number;
  /** What it took with tabs within tabs, without these letters. */
  before: number;
  atMost: Effort;
  run: (page: Page) => Promise<unknown>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const toast = (page: Page, text: string | RegExp) =>
  page.locator('.toast-title', { hasText: text }).waitFor();
const tasks = (page: Page) => page.getByRole('region', { name: 'What to do now' });
const PHONE = '555-0116';

/** Each begins on the overview. `atMost` is what it takes today: whoever makes a way longer has to say so here. */
const TASKS: Task[] = [
  {
    name: 'due work to a delivered version',
    typed: 11,
    before: 4,
    atMost: { clicks: 1, screens: 1, keys: 12 },
    run: async (page) => {
      await tasks(page)
        .getByRole('link', { name: /^Deliver version/ })
        .first()
        .click();
      await expect(page.getByLabel('Note to the customer')).toBeFocused();
      await page.keyboard.type('Here it is.');
      await page.keyboard.press('Control+Enter');
      await toast(page, /deliver|Version/i);
    },
  },
  {
    name: 'a message to its answer',
    typed: 9,
    before: 4,
    atMost: { clicks: 1, screens: 1, keys: 10 },
    run: async (page) => {
      await tasks(page)
        .getByRole('link', { name: /^Answer/ })
        .first()
        .click();
      await expect(page.getByLabel('Message to the customer')).toBeFocused();
      await page.keyboard.type('Tomorrow.');
      await page.keyboard.press('Control+Enter');
      await toast(page, 'Message sent');
    },
  },
  {
    name: 'a customer by their phone number',
    typed: PHONE.length,
    before: 3,
    atMost: { clicks: 0, screens: 1, keys: 10 },
    run: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find an order or action' }).waitFor();
      await page.keyboard.type(PHONE);
      await page.getByRole('option').filter({ hasText: 'ORD-' }).first().waitFor();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'Customer', exact: true })).toContainText(PHONE);
    },
  },
  {
    // Before, the name and the address of a customer were typed again.
    name: 'a quote for a known customer, sent',
    typed: 17,
    before: 65,
    atMost: { clicks: 3, screens: 2, keys: 20 },
    run: async (page) => {
      await page.getByRole('link', { name: 'Quotes', exact: true }).click();
      await page.getByRole('link', { name: 'Write a quote' }).click();
      await expect(page.getByLabel('For whom?')).toBeFocused();
      await page.keyboard.type('sandoval');
      await page.getByRole('list', { name: 'Customers found' }).waitFor();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Email')).not.toHaveValue('');
      await expect(page.getByRole('group', { name: 'Line 1' }).getByLabel('Name')).toBeFocused();
      await page.keyboard.type('Photos');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('350');
      await button(page, 'Send quote').click();
      await toast(page, /sent/);
    },
  },
  {
    name: 'a refund of a part',
    typed: 10,
    before: 6,
    atMost: { clicks: 1, screens: 1, keys: 13 },
    run: async (page) => {
      await page.locator('[data-kind="late"] .list-number').first().click();
      await page.getByRole('heading', { name: /ORD-/ }).waitFor();
      await page.keyboard.press('f');
      await expect(page.getByLabel('Amount in US dollars')).toBeFocused();
      await page.keyboard.type('10');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Goodwill');
      await page.keyboard.press('Enter');
      await toast(page, /refunded/);
    },
  },
  {
    name: 'the books of a month as a file',
    typed: 0,
    before: 5,
    atMost: { clicks: 3, screens: 1, keys: 0 },
    run: async (page) => {
      await page.getByRole('link', { name: 'Books' }).click();
      await button(page, 'More actions').click();
      const download = page.waitForEvent('download');
      await button(page, 'Spreadsheet').click();
      await download;
    },
  },
  {
    name: 'another price',
    typed: 3,
    before: 7,
    atMost: { clicks: 4, screens: 2, keys: 4 },
    run: async (page) => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('link', { name: /^Shop Prices/ }).click();
      const price = page.getByLabel('First payment ($)').first();
      await price.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('159');
      await button(page, 'Publish now').click();
      await page
        .getByText(/^Publishing…|^Published$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'a colleague',
    typed: 17,
    before: 6,
    atMost: { clicks: 3, screens: 2, keys: 18 },
    run: async (page) => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('link', { name: /^People Who/ }).click();
      await page.getByRole('textbox', { name: 'Email' }).last().click();
      await page.keyboard.type('bo@studio.example');
      await page.keyboard.press('Enter');
      await toast(page, /invit/i);
    },
  },
  {
    name: 'five orders as waiting for their customers',
    typed: 0,
    before: 10,
    atMost: { clicks: 5, screens: 1, keys: 0 },
    run: async (page) => {
      await page.getByRole('tab', { name: 'Order Tracking' }).click();
      const boxes = page.getByRole('checkbox', { name: /^Select ORD-/ });
      await boxes.first().click();
      await boxes.nth(4).click({ modifiers: ['Shift'] });
      const bar = page.getByRole('region', { name: 'Selected orders' });
      await bar.getByRole('button', { name: 'Status' }).click();
      await bar.getByRole('button', { name: 'Waiting for customer' }).click();
      await toast(page, '5 orders are waiting');
    },
  },
  {
    name: 'why an email was not sent',
    typed: 0,
    before: 0,
    atMost: { clicks: 0, screens: 0, keys: 0 },
    run: async (page) => {
      await expect(tasks(page).getByText('The mail server said no.')).toBeVisible();
    },
  },
  {
    name: 'the checkouts that nobody finished',
    typed: 0,
    before: 1,
    atMost: { clicks: 0, screens: 0, keys: 0 },
    run: async (page) => {
      await expect(page.getByText(/^Stopped at the/).first()).toBeVisible();
    },
  },
  {
    name: 'logging out',
    typed: 0,
    before: 2,
    atMost: { clicks: 1, screens: 1, keys: 0 },
    run: async (page) => {
      await button(page, /^Log ?out$/i).click();
      await page.waitForURL('**/admin-login**');
    },
  },
];

/** Counts what a person does. */
const COUNTER = `
  const count = (kind) => {
    if (!sessionStorage.effort) return;
    const effort = JSON.parse(sessionStorage.effort);
    sessionStorage.effort = JSON.stringify({ ...effort, [kind]: effort[kind] + 1 });
  };
  addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && count('clicks'), true);
  addEventListener('keydown', ({ key }) => ['Control', 'Shift'].includes(key) || count('keys'), true);
  let path = location.hash.split('?')[0];
  const push = history.pushState;
  history.pushState = function (...all) {
    push.apply(history, all);
    const next = location.hash.split('?')[0];
    if (next !== path) count('screens');
    path = next;
  };`;
const NOTHING = '{"clicks":0,"screens":0,"keys":0}';

/** An email that failed, which a shop without a mail server has none of. */
async function failAnEmail(page: Page): Promise<void> {
  await page.route('**/api/json/overview', async (route) => {
    const response = await route.fetch();
    const item = {
      orderNumber: 'ORD-10001',
      title: 'ada@marlow.example',
      detail: 'The mail server said no.',
      since: new Date(0).toISOString(),
      harm: '0',
    };
    await route.fulfill({
      response,
      json: { ...(await response.json()), unsentMessages: { count: 1, items: [item] } },
    });
  });
}

test('twelve tasks of a day take half of the clicks, screens, and keys that they took, and no more than today @long', async ({
  browser,
}) => {
  test.setTimeout(10 * 60_000);
  const { page, stop } = await openShop(browser, 300);
  await page.addInitScript(COUNTER);
  await failAnEmail(page);
  const done: Record<string, Effort> = {};
  for (const { name, run } of TASKS)
    await test.step(name, async () => {
      await goToView(page, '#/');
      await page.reload();
      await tasks(page).waitFor();
      await page.evaluate(`sessionStorage.effort = '${NOTHING}'`);
      await run(page);
      done[name] = JSON.parse(await page.evaluate('sessionStorage.effort')) as Effort;
    });
  console.table(done);
  const sums = { before: 0, now: 0 };
  for (const { name, typed, before, atMost } of TASKS) {
    const effort = done[name] ?? { clicks: 0, screens: 0, keys: 0 };
    for (const kind of ['clicks', 'screens', 'keys'] as const)
      expect.soft(effort[kind], `${name}: ${kind}`).toBeLessThanOrEqual(atMost[kind]);
    sums.before += before;
    sums.now += effort.clicks + effort.screens + effort.keys - typed;
  }
  console.log(sums);
  expect(sums.now).toBeLessThanOrEqual(sums.before / 2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await stop();
});
