import { formatPrice, textToCents } from '@northlight/shared/catalog/money.ts';
import { expectNoFindings, expectNoSidewaysScroll } from '@northlight/shared/ui/test/page-checks.ts';
import { accentsOf } from '@northlight/shared/content/colors.ts';
import type { APIRequestContext } from 'playwright/test';
import sharp from 'sharp';
import { inFull } from '../../../api/test/fixtures/nightly.ts';
import { ADMIN } from '../support/admin.ts';
import { serveInstalledShop } from '../support/installed-shop.ts';
import type { Served } from '../support/own-server.ts';
import { SALES_PAGES } from '../support/public-pages.ts';
import { randomVersion } from '../support/random-version.ts';
import { expect, test } from '../support/shop.ts';

const PAGES = [...SALES_PAGES, '/privacy', '/nope'];

// One shop that is published twice.
test.describe.configure({ mode: 'serial' });
let shop: Served;
test.beforeAll(async () => {
  shop = await serveInstalledShop();
});
test.afterAll(() => shop.stop());

const logIn = (request: APIRequestContext) =>
  request.post(`${shop.origin}/api/admin/login`, { data: ADMIN, headers: { origin: shop.origin } });

const readShop = async (request: APIRequestContext) =>
  (await request.get(`${shop.origin}/api/json/shop`)).json();

/** Saves changes as a draft, or publishes them. */
async function send(request: APIRequestContext, changes: object, publish = false) {
  const { version } = await readShop(request);
  const answer = await request.post(`${shop.origin}/api/json/shop`, {
    data: { version, changes, publish },
    headers: { origin: shop.origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Publishes changes and waits until buyers see them. Returns the seconds that it took. */
async function publish(request: APIRequestContext, changes: object): Promise<number> {
  const startedAt = Date.now();
  const sent = await send(request, changes, true);
  const state = async () => {
    const { failure, publishedVersion } = await readShop(request);
    return failure ?? publishedVersion;
  };
  await expect.poll(state, { timeout: 120_000 }).toBe(sent.version);
  return (Date.now() - startedAt) / 1000;
}

/** Stores a picture for the pages, and returns its name. */
async function upload(request: APIRequestContext, key: string, width: number, height: number) {
  const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="60%" height="100%" fill="#c50"/></svg>`;
  const answer = await request.post(`${shop.origin}/api/json/shop/media/${key}`, {
    data: await sharp(Buffer.from(stripes)).png().toBuffer(),
    headers: { origin: shop.origin, 'content-type': 'application/octet-stream' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).file as string;
}

test('an owner changes a price and adds a question under Settings, and buyers see both, with a new picture, color, and logo', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await logIn(page.request);
  const picture = await upload(page.request, 'website.picture', 1_600, 1_200);
  const logo = await upload(page.request, 'logo', 400, 80);
  await send(page.request, {
    content: {
      'website.picture': { file: picture, words: 'A loaf on a table', x: '30', y: '50', zoom: '120' },
      logo: { file: logo, words: 'Fern & Fig' },
      'color.website': '#ffcc00',
    },
  });
  const open = async (section: string) => {
    await page.goto('about:blank');
    await page.goto(`${shop.origin}/admin-dashboard#/settings/${section}`);
  };
  await open('shop');
  await page.getByRole('region', { name: 'Website' }).getByLabel('First payment ($)').fill('159');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText(/^Draft by/)).toBeVisible();
  await open('pages');
  await page.getByText('Questions about websites', { exact: true }).click();
  const questions = page.getByRole('group', { name: /^question \d+$/i }).filter({ visible: true });
  await page.getByRole('button', { name: 'Add a question' }).filter({ visible: true }).click();
  await questions.last().getByRole('textbox', { name: 'Question' }).fill('Can you keep my domain?');
  await questions.last().getByRole('textbox', { name: 'Answer' }).fill('Yes, for {website price} in all.');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Published /)).toBeVisible({ timeout: 120_000 });
  await page.goto(shop.origin);
  const question = page.locator('#faq details', { hasText: 'Can you keep my domain?' });
  await question.locator('summary').click();
  await expect(question).toContainText('Yes, for $159 in all.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${shop.origin}/website`);
    const shown = page.getByRole('img', { name: 'A loaf on a table' });
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Fern & Fig' })).toBeVisible();
    await expectNoFindings(page, `/website, ${colorScheme}`);
  }
  await expect(page.locator('#package-receipt')).toContainText('$159');
  await page.emulateMedia({ colorScheme: 'light' });
  const rgb = [1, 3, 5].map((at) => Number.parseInt(accentsOf('#ffcc00').light.accent.slice(at, at + 2), 16));
  await expect(page.locator('.service-hero .price')).toHaveCSS('color', `rgb(${rgb.join(', ')})`);
  expect((await page.request.get(`${shop.origin}/og/website.png`)).headers()['content-type']).toBe(
    'image/png',
  );
});

test('random versions of the shop are published, and every page is usable at 320 pixels', async ({
  page,
}) => {
  const count = inFull(5);
  test.setTimeout(count * 180_000);
  await logIn(page.request);
  const pictures = [
    await upload(page.request, 'icon', 512, 512),
    await upload(page.request, 'voice.poster', 1_600, 900),
  ];
  for (let seed = 1; seed <= count; seed += 1) {
    const changes = randomVersion(seed, pictures);
    const seconds = await publish(page.request, changes);
    test.info().annotations.push({ type: 'published', description: `version ${seed} in ${seconds} s` });
    for (const path of PAGES) {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${shop.origin}${path}`);
      const what = `${path}, version ${seed}`;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page, what);
      await expectNoFindings(page, what);
      expect(await page.locator('body').innerText(), what).not.toMatch(/\{[\w ]+\}/);
    }
    await page.goto(`${shop.origin}/website`);
    const { firstPayment = '', monthly = '' } = changes.services?.website ?? {};
    await expect(page.locator('#package-receipt')).toContainText(formatPrice(textToCents(firstPayment)));
    await expect(page.locator('#package-receipt')).toContainText(formatPrice(textToCents(monthly ?? '')));
  }
});
