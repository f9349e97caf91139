import type { Page } from 'playwright/test';
import {
  aWord,
  buy,
  goToView,
  openView,
  rowOf,
  sendOnHoldForm,
  sendVoiceForm,
  sendWebsiteForm,
} from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';

const EMPTY = { success: true, message: '', submissions: [], total: 0, isTotalExact: true, nextCursor: null };

async function openFilters(page: Page) {
  const toggle = page.getByRole('button', { name: 'Filters', exact: true });
  if (await toggle.isVisible()) await toggle.click();
}

test(
  'four tabs, each with its list, its Refresh button and its empty state',
  { tag: '@phone' },
  async ({ page }) => {
    await page.route(/\/api\/json\/(form|voice-agent|on-hold)-submissions$/, (route) =>
      route.fulfill({ json: EMPTY }),
    );
    await openView(page, '#/');
    await expect(page.getByRole('tab')).toHaveText([
      'Website Form Submissions',
      'AI Voice Agent Form Submissions',
      'Order Tracking',
      'Settings',
    ]);
    const expectEmpty = async (text: string) => {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    };
    await page.getByRole('tab', { name: 'Website Form Submissions' }).click();
    await expectEmpty('No form submissions found');
    await expect(page).toHaveURL(/#\/website-forms$/);
    await page.getByRole('tab', { name: 'AI Voice Agent Form Submissions' }).click();
    await expectEmpty('No AI Voice Agent submissions found');
    await page.getByRole('tab', { name: 'Order Tracking' }).click();
    await page.getByRole('link', { name: 'On-hold requests' }).click();
    await expectEmpty('No on-hold requests found');
    await expect(page.getByRole('tab', { name: 'Order Tracking' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await page.goBack();
    await expectEmpty('No AI Voice Agent submissions found');
  },
);

test('an error is shown in a red banner, on every list', async ({ page }) => {
  await page.route('**/api/json/*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Out to lunch.' } }),
  );
  await openView(page, '#/website-forms');
  for (const [tab, path] of [
    ['Website Form Submissions', 'website-forms'],
    ['AI Voice Agent Form Submissions', 'voice-forms'],
    ['Order Tracking', 'orders'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/${path}$`));
    await expect(page.getByRole('alert')).toContainText('Out to lunch.');
  }
});

const BARE_LISTS = [
  {
    path: 'form-submissions',
    view: 'website-forms',
    row: {
      id: 7,
      project: 'ORD-10001',
      timestamp: '2026-11-20T10:00:00.000Z',
      name: 'Ada Marlow',
      email: 'ada@marlow.example',
      orderNumber: 'ORD-10001',
      package: '1-page',
      hosting: 'hosted',
      addons: null,
      description: null,
    },
    list: 'submissions',
  },
  {
    path: 'voice-agent-submissions',
    view: 'voice-forms',
    row: {
      id: 7,
      timestamp: '2026-11-20T10:00:00.000Z',
      practiceName: 'Ada Marlow Dental',
      firstName: 'Ada',
      lastName: 'Marlow',
      email: 'ada@marlow.example',
      phone: '1',
      orderNumber: 'ORD-10001',
    },
    list: 'submissions',
  },
  {
    path: 'orders',
    view: 'orders',
    row: {
      id: 7,
      orderNumber: 'ORD-10001',
      createdAt: '2026-11-20T10:00:00.000Z',
      firstName: 'Ada',
      lastName: 'Marlow',
      email: 'ada@marlow.example',
      businessName: 'Marlow Bicycles',
      serviceTypes: null,
      initialPayment: '99.00',
      recurringPayment: '0.00',
      isYearly: false,
      paymentStatus: 'completed',
      seoOptimization: true,
      blogSetup: false,
      extraRevisions: true,
    },
    list: 'orders',
  },
];

test('each list accepts a response with the basic fields alone, empty and with a row', async ({ page }) => {
  await page.route('**/api/admin/live', (route) => route.abort());
  await openView(page, '#/settings');
  for (const { path, view, row, list } of BARE_LISTS) {
    await page.route(`**/api/json/${path}`, (route) =>
      route.fulfill({ json: { success: true, [list]: [] } }),
    );
    await goToView(page, `#/${view}`);
    await expect(page.getByText(/^No .* found$/)).toBeVisible();
    await page.unroute(`**/api/json/${path}`);
    await page.route(`**/api/json/${path}`, (route) =>
      route.fulfill({ json: { success: true, [list]: [row] } }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rowOf(page, 'ORD-10001')).toContainText('Ada Marlow');
    await expect(page.getByRole('status').filter({ hasText: /^1 (order|form)$/ })).toBeVisible();
    if (list === 'orders') {
      await expect(rowOf(page, 'ORD-10001')).toContainText('On-Hold Audio');
      await expect(rowOf(page, 'ORD-10001')).toContainText('With SEO optimization, Extra revisions');
    } else await page.getByRole('button', { name: 'Answers for ORD-10001' }).click();
  }
});

test('a response with success: false is a red banner with its message, on each list', async ({ page }) => {
  await page.route('**/api/json/*', (route) =>
    route.fulfill({ json: { success: false, message: 'The list is being repaired.' } }),
  );
  await openView(page, '#/settings');
  for (const { view } of BARE_LISTS) {
    await goToView(page, `#/${view}`);
    await expect(page.getByRole('alert')).toContainText('The list is being repaired.');
  }
});

test('filters that cannot match together say why', async ({ page }) => {
  await openView(page, '#/orders?from=2026-02-02&to=2026-02-01');
  await expect(page.getByText('“From” is after “To”, so no dates match.')).toBeVisible();
  await goToView(page, '#/on-hold?from=2999-01-01');
  await expect(page.getByText('“From” is in the future.')).toBeVisible();
});

test('search finds order numbers in any spelling, and names without accents', async ({ page }) => {
  const number = await buy(page, 'Łoś', { businessName: aWord() });
  await openView(page, '#/orders');
  for (const typed of [number.replace('-', ' '), number.replace('ORD-', '#'), `los ${number}`]) {
    await page.getByRole('searchbox').fill(typed);
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await expect(rowOf(page, number)).toBeVisible();
  }
});

test(
  'search and filters are in the address: reload, Back and the file show the same',
  { tag: '@phone' },
  async ({ page, savedBy }) => {
    const word = aWord();
    const website = await buy(page, 'One', { businessName: `${word} North`, serviceTypes: ['website'] });
    const voice = await buy(page, 'Two', { businessName: `${word} South` });
    await openView(page, '#/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).pressSequentially(word);
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
    await expect(page.getByRole('status').filter({ hasText: /^2 orders$/ })).toBeVisible();
    await expect(rowOf(page, website)).toBeVisible();
    await openFilters(page);
    await page.getByLabel('Service').selectOption('AI Voice Agent');
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await expect(rowOf(page, website)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`#/orders\\?q=${word}&service=voice$`));

    await page.reload();
    await expect(rowOf(page, voice)).toBeVisible();
    await expect(rowOf(page, website)).toHaveCount(0);
    await expect(page.getByRole('searchbox')).toHaveValue(word);

    const file = await savedBy(() => page.getByRole('link', { name: 'Download CSV' }).click());
    expect(file.name).toBe('orders.csv');
    const lines = file.text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(voice);

    await page.goBack();
    await expect(rowOf(page, website)).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(word);
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(page).toHaveURL(/#\/orders$/);
  },
);

test('an empty result says so, and Clear filters restores the list', async ({ page }) => {
  await buy(page, 'Here');
  await openView(page, `#/orders?q=${aWord()}&work=new&from=2020-01-01&plumbing=1&service=plumbing`);
  await expect(page.getByText('No orders found')).toBeVisible();
  await openFilters(page);
  await expect(page.getByLabel('From')).toHaveValue('2020-01-01');
  await expect(page.getByLabel('Service')).toHaveValue('');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL(/#\/orders$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('pages of a hundred: Next, Previous and Back', async ({ page }) => {
  const word = aWord();
  const first = await buy(page, 'First', { businessName: word });
  await Promise.all(Array.from({ length: 104 }, () => buy(page, 'Many', { businessName: word })));
  await openView(page, `#/orders?q=${word}`);
  const count = (text: string) => page.getByRole('status').filter({ hasText: text });
  await expect(count('newest 100 of 105 orders')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(101);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(count('orders 101-105 of 105')).toBeVisible();
  await expect(rowOf(page, first)).toBeVisible();
  await page.reload();
  await expect(count('orders 101-105 of 105')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(count('newest 100 of 105 orders')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous page' })).toHaveCount(0);
  await page.goBack();
  await expect(count('orders 101-105 of 105')).toBeVisible();
  await page.goBack();
  await expect(count('newest 100 of 105 orders')).toBeVisible();
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await expect(rowOf(page, first)).toBeVisible();
  await expect(count('first 100 of 105 orders')).toBeVisible();
});

test('a sender who is not the customer is flagged with text, and the answers expand', async ({ page }) => {
  const word = aWord();
  const number = await buy(page, 'Flagged', { serviceTypes: ['voice'] });
  await sendWebsiteForm(page, number, {
    name: word,
    email: 'other@somewhere.example',
    testimonials: 'They fixed it in a day.',
    addons: ['revisions'],
  });
  await openView(page, `#/website-forms?q=${word}`);
  const row = rowOf(page, number);
  await expect(row).toContainText('Unverified: the email doesn’t match the order');
  await expect(row).toContainText('Not part of this order');
  await expect(row).toContainText('Hosted on Replit');
  await row.getByRole('button', { name: `Answers for ${number}` }).click();
  const answers = page.locator('.list-expanded');
  for (const [label, answer] of [
    ['Testimonials', 'They fixed it in a day.'],
    ['Add-ons', 'Extra Design Revisions'],
    ['Hosting', 'Hosted on Replit'],
    ['Deadline', 'No answer'],
  ] as const) {
    await expect(answers.locator('dl > div').filter({ hasText: label })).toContainText(answer);
  }
  await row.getByRole('button', { name: `Answers for ${number}` }).click();
  await expect(answers).toHaveCount(0);
});

test('on-hold requests are listed inside Order Tracking; quarantined ones are labeled and can be filtered', async ({
  page,
}) => {
  const word = aWord();
  const good = await sendOnHoldForm(page, { businessName: word });
  const bad = await sendOnHoldForm(page, { businessName: word, filledInMs: 300 });
  await openView(page, `#/on-hold?q=${word}`);
  await expect(rowOf(page, good)).toBeVisible();
  await expect(rowOf(page, bad)).toContainText('Quarantine: sent in under two seconds');
  await openFilters(page);
  await page.getByLabel('Flag').selectOption('In quarantine');
  await expect(rowOf(page, good)).toHaveCount(0);
  await expect(rowOf(page, bad)).toBeVisible();
});

test('the email of a voice submission is a text file to the info mailbox', async ({ page, savedBy }) => {
  const word = aWord();
  const number = await sendVoiceForm(page, { businessName: `${word} & Sons`, notes: 'Learn from our page.' });
  await openView(page, `#/voice-forms?q=${word}`);
  const row = rowOf(page, number);
  const { name, text } = await savedBy(() =>
    row.getByRole('button', { name: `Save email for ${number}` }).click(),
  );
  expect(name).toBe(`${number}-${word}---Sons.txt`);
  expect(text).toMatch(/^To: hello@northlight\.example\n/);
  expect(text).toContain('Additional notes: Learn from our page.');
});

test('hostile answers are shown as text and do nothing', { tag: '@phone' }, async ({ page }) => {
  const word = aWord();
  const script = '<script>document.title = "owned"</script><img src=x onerror="document.title = \'owned\'">';
  const number = await buy(page, 'Hostile', { serviceTypes: ['website'] });
  await sendWebsiteForm(page, number, {
    name: `${word} ${'مطعم الزيتون'} 🫒 ${'y'.repeat(80)}`,
    referenceUrls: 'javascript:document.title="owned"',
    testimonials: script,
    notes: 'z'.repeat(100_000),
  });
  await openView(page, `#/website-forms?q=${word}`);
  await rowOf(page, number)
    .getByRole('button', { name: `Answers for ${number}` })
    .click();
  const answers = page.locator('.list-expanded');
  await expect(answers).toContainText(script);
  await expect(answers).toContainText('javascript:document.title="owned"');
  await expect(answers.getByRole('link')).toHaveText(['Show all 100,000 characters']);
  expect((await answers.textContent())?.length).toBeLessThan(4_000);
  await expect(page).toHaveTitle('Website Form Submissions · Admin dashboard');
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overhang).toBeLessThanOrEqual(0);
});
