import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtSite } from '../support/built-site.ts';
import { SALES_PAGES } from '../support/public-pages.ts';
import { expect, receipt, test } from '../support/shop.ts';

const TWINS = {
  '/website-page': '/website',
  '/voice-agent-page': '/voice-agent',
  '/onhold-audio-page': '/onhold',
};

test('both spellings are the same page with one canonical link', async ({ page, request }) => {
  for (const [twin, canonical] of Object.entries(TWINS)) {
    expect((await request.get(twin)).status()).toBe(200);
    await page.goto(twin);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${canonical}$`));
  }
});

test('each page arrives in the first round trip', () => {
  // What a server sends at once to a new visitor: ten packets, without the headers of the response.
  const large = readdirSync(builtSite).filter(
    (name) => /\.html\.(br|gz)$/.test(name) && statSync(join(builtSite, name)).size > 14_000,
  );
  expect(large).toEqual([]);
});

test(
  'home links to each service, and its questions open one at a time without JavaScript',
  { tag: '@phone' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/');
    for (const path of [
      '/website-page',
      '/voice-agent-page',
      '/onhold-audio-page',
      '/voice-agent',
      '/onhold',
    ]) {
      await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible();
    }
    const questions = page.locator('#faq details');
    await expect(questions).toHaveCount(18);
    await questions.nth(0).locator('summary').click();
    await questions.nth(7).locator('summary').click();
    await expect(questions.nth(7)).toHaveAttribute('open');
    await expect(questions.nth(0)).not.toHaveAttribute('open');
    await questions.nth(7).locator('summary').click();
    await expect(page.locator('#faq details[open]')).toHaveCount(0);
    await context.close();
  },
);

test('the website page prices the package and passes it to checkout', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/website');
  await expect(page.getByRole('link', { name: 'Send a detailed custom request' })).toHaveAttribute(
    'href',
    '/website-form',
  );
  await page.getByRole('radio', { name: /Yearly/ }).check();
  await page.getByRole('checkbox', { name: /Extra Design Revisions/ }).check();
  await page.getByRole('checkbox', { name: /Additional Pages/ }).check();
  const expected = {
    Website: '$149.00',
    'Extra Design Revisions': '$49.00',
    'Additional Pages': 'Custom',
    'Due today': '$198.00',
    Then: '$300 a year',
  };
  await expect.poll(() => receipt(page)).toEqual(expected);
  await page.getByRole('link', { name: 'Add to Your Package' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect.poll(() => receipt(page)).toEqual(expected);
});

test('home and the website page set billing back to monthly and clear the add-ons @long', async ({
  page,
}) => {
  for (const path of ['/', '/website']) {
    await page.goto('/website');
    await page.getByRole('radio', { name: /Yearly/ }).check();
    await page.getByRole('checkbox', { name: /Custom Domain/ }).check();
    await page.goto(path);
    await page.goto('/checkout?service=website');
    await expect
      .poll(() => receipt(page))
      .toEqual({ Website: '$149.00', 'Due today': '$149.00', Then: '$30 a month' });
  }
});

test('the video and the audio sample really play, with captions', { tag: '@phone' }, async ({ page }) => {
  for (const [path, tag] of [
    ['/voice-agent', 'video'],
    ['/onhold', 'audio'],
  ] as const) {
    await page.goto(path);
    const media = page.locator(`main ${tag}`).first();
    await media.evaluate(async (element: HTMLMediaElement) => {
      element.muted = true;
      await element.play();
    });
    await expect
      .poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime))
      .toBeGreaterThan(0.2);
  }
  await page.goto('/voice-agent');
  const cues = await page.locator('main video').evaluate(async (video: HTMLVideoElement) => {
    const [track] = video.textTracks;
    if (!track) return 0;
    track.mode = 'showing';
    while (!track.cues?.length) await new Promise((resolve) => setTimeout(resolve, 20));
    return track.cues.length;
  });
  expect(cues).toBeGreaterThan(5);
});

test('a hash in the address scrolls to its section @long', async ({ page }) => {
  await page.goto('/#faq');
  await expect(page.locator('#faq')).toBeInViewport();
  await page.goto('/checkout?service=onhold#checkout-top');
  await expect(page.locator('#checkout-top')).toBeInViewport();
});

test('an unknown address is a real 404 with its own page', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  // The page of all components is only there in development.
  expect((await page.request.get('/dev/components')).status()).toBe(404);
});

test('Admin is in the footer, but not on the pages of customers, where a phone shows no sales buttons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const admin = page.getByRole('contentinfo').getByRole('link', { name: 'Admin' });
  await page.goto('/website');
  await expect(admin).toHaveCount(1);
  for (const path of ['/order', '/orders', '/quote']) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
    await expect(admin, path).toHaveCount(0);
    await expect(page.locator('.site-header .colors'), path).toBeHidden();
  }
});

test('every linked page of this shop exists', async ({ page, request }) => {
  const links = new Set<string>();
  for (const path of SALES_PAGES) {
    await page.goto(path);
    for (const href of await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))) {
      links.add(href.replace(/[?#].*$/, ''));
    }
  }
  for (const link of links) {
    expect((await request.get(link)).status(), link).toBe(200);
  }
});

test('scripts stay small: home and services load none, nor does the recurring payment, checkout under 100 KB up to the payment step', async ({
  page,
}) => {
  const weigh = async (use: () => Promise<void>) => {
    const scripts = new Map<string, number>();
    const waiting: Promise<void>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      waiting.push(response.body().then((body) => void scripts.set(response.url(), gzipSync(body).length)));
    });
    await use();
    await page.waitForLoadState('networkidle');
    await Promise.all(waiting);
    page.removeAllListeners('response');
    return [...scripts.values()].reduce((total, bytes) => total + bytes, 0);
  };
  for (const path of SALES_PAGES.filter((one) => one !== '/checkout')) {
    expect(await weigh(async () => void (await page.goto(path))), path).toBe(0);
  }
  const checkout = await weigh(async () => {
    await page.goto('/checkout?service=website');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await page.getByLabel('Promo code').fill('SAVE50');
  });
  // With the terms that an owner may ask buyers to accept.
  expect(checkout).toBeLessThan(100_300);
  const order = await weigh(async () => void (await page.goto('/order?order=ORD-10001&key=x')));
  expect(order).toBeLessThan(90_000);
});
