import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { gzipSync } from 'node:zlib';
import { expectNoFindings, expectUsable } from '@northlight/shared/ui/test/page-checks.ts';
import { answerWith, ENOUGH, fill } from '../support/form-steps.ts';
import { expect, test } from '../support/shop.ts';
import { newEmail } from '../support/purchases.ts';

const VOICE_FORM_PATH = pathOf('POST /api/submit-voice-agent-form');

const FORMS = ['/website-form', '/voice-agent-form', '/dental-voice-agent-form', '/onhold-audio-form'];

test('every form can be used from 320 pixels up, with errors and details open', async ({ page }) => {
  for (const path of FORMS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    for (const box of await page.locator('.checkbox > input').all()) await box.check();
    await page.getByRole('button', { name: /^Submit/ }).click();
    await expect(page.getByRole('group', { name: /need your attention/ })).toBeFocused();
    await expectUsable(page, path);
  }
});

test('axe finds no violations on the dialog, the confirmations and a restored form @long', async ({
  page,
}) => {
  await page.route(`**${VOICE_FORM_PATH}`, (route) =>
    answerWith(route, { mailchimpStatus: 'pending_confirmation' }),
  );
  await page.goto('/voice-agent-form');
  await fill(page, ENOUGH.voice(newEmail()));
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 'dialog');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/form-thank-you?**');
  await expectNoFindings(page, 'form-thank-you');
  await page.goto('/onhold-audio-form');
  await fill(page, ENOUGH.onHold(newEmail()));
  await page.getByRole('button', { name: 'Submit Requirements' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expectNoFindings(page, 'on-hold confirmation');
  await page.goto('/dental-voice-agent-form');
  await fill(page, ENOUGH.dental(newEmail()));
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('heading', { name: 'We’ve received your form' })).toBeVisible();
  await expectNoFindings(page, 'dental confirmation');
});

test('the voice form works with the keyboard only', async ({ page }) => {
  await page.goto('/voice-agent-form');
  await page.locator('#firstName').focus();
  const typed = ['Ada', 'Marlow', newEmail(), '5550104477', 'Marlow Bicycles', 'Bicycles', 'No links'];
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel('Documents')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/form-thank-you?**');
});

test(
  'a form is visible before its script loads and does not move afterward',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const plain = await context.newPage();
    // Playwright hides noscript even with JavaScript disabled.
    const response = await plain.goto('/dental-voice-agent-form');
    expect(await response?.text()).toMatch(/This form needs JavaScript\. .* at <a href="mailto:/);
    await expect(plain.locator('#acceptedInsurance')).toBeHidden();
    await plain.locator('#category2_faqs').check();
    await expect(plain.locator('#acceptedInsurance')).toBeVisible();
    await plain.locator('#firstName').fill('Ada');
    await plain.getByRole('button', { name: 'Submit Request' }).click();
    await expect(plain.locator('#firstName')).toHaveValue('Ada');
    expect(new URL(plain.url()).search).toBe('');
    await context.close();
    for (const path of FORMS) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let total = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) total += 'value' in entry ? Number(entry.value) : 0;
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
          }),
      );
      expect(shift, path).toBeLessThan(0.01);
    }
  },
);

test('scripts stay under 91.5 KB on a form page, and under 17.6 KB more once it is used', async ({
  page,
}) => {
  const weigh = async () => {
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    let total = 0;
    for (const url of new Set(loaded.filter((name) => name.endsWith('.js')))) {
      total += gzipSync(await (await page.request.get(url)).body()).length;
    }
    return total;
  };
  for (const path of FORMS) {
    await page.goto(path);
    const atFirst = await weigh();
    expect(atFirst, path).toBeGreaterThan(60_000);
    // Half a kilobyte is the field for files; what sends them loads with the first one. A pasted street keeps its lines apart.
    expect(atFirst, path).toBeLessThan(91_500);
    await page.locator('#email').fill('a');
    await expect.poll(async () => (await weigh()) - atFirst, path).toBeGreaterThan(10_000);
    // Forms and the dashboard share one part of zod, which holds what either of them uses: the shop's editor checks numbers.
    expect((await weigh()) - atFirst, path).toBeLessThan(17_600);
  }
});

test('titles fit, and the pages can be indexed', async ({ page }) => {
  for (const path of FORMS) {
    await page.goto(path);
    expect((await page.title()).length, path).toBeLessThanOrEqual(60);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    expect(description?.length, path).toBeGreaterThan(70);
    expect(description?.length, path).toBeLessThanOrEqual(160);
  }
});
