import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright/test';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { aWord, goToView, openView, sendVoiceForm, sendWebsiteForm } from '../support/admin-steps.ts';
import { expect, test } from '../support/admin-test.ts';
import { SHOP } from '../support/own-server.ts';
import { buy, buyPaid, post } from '../support/purchases.ts';

const STRANGER = { email: 'eve@elsewhere.example' };

/** Drops files as a person would, with bytes that a text cannot have. */
async function dropFiles(target: Locator, names: string[]) {
  const files = await target.page().evaluateHandle((names) => {
    const transfer = new DataTransfer();
    const sound = new Uint8Array(1_500_000);
    for (let at = 0; at < 5 * 417; at += 417) sound.set([0xff, 0xfb, 0x90, 0x44], at);
    for (const name of names) transfer.items.add(new File([sound, name], name));
    return transfer;
  }, names);
  await target.dispatchEvent('dragover', { dataTransfer: files });
  await expect(target.page().getByText('Drop to deliver')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: files });
  await expect(target.page().getByText('Drop to deliver')).toHaveCount(0);
}

test(
  'files dropped on an order are delivered, and can be saved',
  { tag: '@app' },
  async ({ page, savedBy }) => {
    const { orderNumber: number } = await buyPaid(page, ['voice', 'onhold']);
    await openView(page, `#/case/${number}`);
    const work = page.getByRole('region', { name: 'Work' });
    await dropFiles(page.getByRole('heading', { name: number }), ['first.mp3', 'wrong.mp3']);
    const choice = page.getByRole('dialog', { name: 'Choose a service' });
    await expect(choice).toContainText('What are these 2 files for?');
    await expectNoFindings(page, 'the choice of a service');
    await choice.getByRole('button', { name: 'On-hold' }).click();
    const form = work.locator('[data-service=onhold]');
    await expect(form.getByLabel('Note to the customer')).toBeFocused();
    await form.getByRole('button', { name: 'Remove wrong.mp3' }).click();
    await expect(form.getByLabel('Files', { exact: true })).toBeFocused();
    await dropFiles(form, ['second.mp3']);
    await expect(form.getByRole('list', { name: 'Files to deliver' })).toHaveText(/^first\.mp3.*second\.mp3/);
    await expectNoFindings(page, 'files to deliver');
    await form.getByRole('button', { name: 'Deliver', exact: true }).click();
    await form.locator('summary', { hasText: 'Version 1' }).click();
    await expect(form.getByRole('link')).toHaveText(['first.mp3', 'second.mp3']);
    const saved = await savedBy(() => form.getByRole('link', { name: 'second.mp3' }).click());
    expect(saved.name).toBe('second.mp3');
  },
);

test(
  'hostile answers are shown as text; only web addresses are links; long ones are truncated @long',
  { tag: ['@phone', '@app'] },
  async ({ page, savedBy }) => {
    const number = await buy(page, aWord(), { serviceTypes: ['website'] });
    await sendWebsiteForm(page, number, {
      name: '<img src=x onerror="document.title=\'owned\'">',
      referenceUrls:
        'https://one.example/shop, javascript:alert(1) https://good.example@evil.example data:text/html,x',
      testimonials: 'x'.repeat(100_000),
      text: 'مرحبا بكم',
    });
    await openView(page, `#/case/${number}`);
    const form = page.getByRole('region', { name: 'Website form' });
    await expect(form).toContainText('<img src=x');
    await expect(form.locator('img, script')).toHaveCount(0);
    const link = form.getByRole('link');
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', 'https://one.example/shop');
    await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(form.locator('bdi', { hasText: 'مرحبا بكم' })).toBeVisible();
    expect((await form.textContent())?.length).toBeLessThan(5_000);
    await expectNoSidewaysScroll(page, 'folded');
    await form.getByRole('button', { name: 'Show all 100,000 characters' }).click();
    await expect(form.getByText('x'.repeat(100_000))).toBeVisible();
    await expectNoSidewaysScroll(page, 'unfolded');
    await form.getByRole('button', { name: 'Show less' }).click();
    await form.getByRole('button', { name: 'Production brief' }).click();
    await expect(form.locator('.brief-text')).toContainText(`Website build sheet ${number}`);
    await expectNoSidewaysScroll(page, 'brief');
    const { name } = await savedBy(() => form.getByRole('button', { name: 'Save as Markdown' }).click());
    expect(name).toMatch(/\.md$/);
    await expect(page).toHaveTitle(new RegExp(number));
  },
);

test('a form that arrives while its order is open appears by itself @long', async ({ page }) => {
  const number = await buy(page, aWord());
  await openView(page, `#/case/${number}`);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  await expect(page.getByText('Missing the AI Voice Agent form.')).toBeVisible();
  await page.getByLabel('Internal note').fill('Half a note');
  await sendVoiceForm(page, { orderNumber: number });
  await expect(page.getByRole('region', { name: 'Voice agent form' })).toBeVisible();
  await expect(page.getByLabel('Internal note')).toHaveValue('Half a note');
});

test('axe finds no violations on an order with everything open, and it fits 320 px @long', async ({
  page,
}) => {
  const number = await buy(page, 'Featherstonehaugh-Cholmondeley of Great Yarmouth and Elsewhere', {
    serviceTypes: ['website', 'voice', 'onhold'],
  });
  await sendWebsiteForm(page, number, { ...STRANGER, filledInMs: 1 });
  await sendVoiceForm(page, { orderNumber: number });
  await openView(page, `#/case/${number}`);
  await page.getByRole('button', { name: 'Production brief' }).first().click();
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText(/^\d+ emails?$/).click();
  await page
    .getByRole('button', { name: /^Show email/ })
    .first()
    .click();
  await expect(page.locator('.case-email pre')).toBeVisible();
  await expectNoFindings(page, 'case');
  await expectNoSidewaysScroll(page, 'case');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page, 'case at 320');
});

test('an order prints its facts, work, and answers on two Letter pages @long', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium writes PDF files.');
  const { orderNumber: number, email } = await buyPaid(page, ['website']);
  await sendWebsiteForm(page, number, { email, fonts: 'Something round' });
  await openView(page, `#/case/${number}`);
  await expect(page.getByRole('region', { name: 'Website form' })).toBeVisible();
  const pdf = await page.pdf({ format: 'Letter' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Something round')).toBeVisible();
  for (const absent of ['Emails', 'Messages'])
    await expect(page.getByRole('region', { name: absent, exact: true })).toBeHidden();
  await expect(page.getByText('No answer').first()).toBeHidden();
  await expect(page.locator('.case button:not([aria-pressed]):visible')).toHaveCount(0);
});

test('what people write keeps its lines on every view and page that shows it', async ({ page }) => {
  const lines = (what: string) => `${what}:\n- one\n  - indented\n\nThank you for the ${what}`;
  const description = lines('description');
  const order = await buyPaid(page, ['website'], { changes: { businessDescription: description } });
  const { orderNumber: number, orderKey: key } = order;
  await openView(page, '#/orders');
  const act = (path: string, data: object) => post(page, `/api/admin/${path}`, data);
  const newKey = () => ({ key: randomUUID() });
  await act(`cases/${number}/messages`, { text: lines('message'), ...newKey() });
  await act(`cases/${number}/notes`, { text: lines('note'), ...newKey() });
  await act(`cases/${number}/deliveries`, { service: 'website', after: 0, note: lines('version') });
  const answer = { service: 'website', version: 1, answer: 'change', change: lines('change') };
  await post(page, `/api/order/answer?order=${number}&key=${key}`, answer);
  const found = await (await page.request.get(new URL(`/api/json/cases/${number}`, SHOP.origin).href)).json();
  const refund = { amount: 1, reason: lines('reason'), refundKey: randomUUID() };
  await act(`payments/${found.payments[0].id}/refund`, refund);
  await act(`customers/${found.order.customerId}`, {
    action: 'note',
    text: lines('customer note'),
    ...newKey(),
  });
  const replies = { replies: [{ name: 'Thanks', text: lines('reply') }] };
  const { version } = await (await page.request.get(new URL('/api/json/wording', SHOP.origin).href)).json();
  await act('wording', { ...replies, version });
  const shown = (...texts: string[]) =>
    expect
      .poll(async () => {
        const words = await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
          return document.body.innerText;
        });
        return texts.filter((text) => !words.includes(lines(text)));
      })
      .toEqual([]);
  await openView(page, `#/case/${number}`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await shown('message', 'note', 'version', 'change', 'reason', 'description');
  await goToView(page, `#/customers/${found.order.customerId}`);
  await shown('customer note', 'message');
  await goToView(page, '#/settings/replies');
  await expect(page.getByText('reply:')).toBeVisible();
  await shown('reply');
  await page.goto(`/order?order=${number}&key=${key}`);
  await expect(page.getByRole('heading', { name: `Your order ${number}` })).toBeVisible();
  await shown('message', 'version', 'change');
});
