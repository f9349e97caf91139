import { readdirSync } from 'node:fs';
import type { APIRequestContext, Page } from 'playwright/test';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { SERVICES, type Service } from '@northlight/shared/catalog/services.ts';
import { siteSettings } from '../../build/site-settings.ts';
import { builtSite } from '../support/built-site.ts';
import { expect, test } from '../support/shop.ts';

const SERVICE_PATHS = { website: '/website', voice: '/voice-agent', onhold: '/onhold' };

/** The paths in the sitemap, in order. */
async function listed(request: APIRequestContext): Promise<string[]> {
  const response = await request.get('/sitemap.xml');
  expect(response.status()).toBe(200);
  const addresses = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at = '']) => at);
  return addresses.map((address) => ownPath(address));
}

/** The path of a URL that must be on this shop's origin. */
function ownPath(address: string | null): string {
  const { origin, pathname } = new URL(address ?? '');
  expect(origin).toBe(new URL(siteSettings.publicUrl).origin);
  return pathname;
}

type Head = {
  status: number;
  title: string;
  canonical: string | null;
  meta: Record<string, string>;
  structured: string[];
};

/** What a page's HTML tells search engines, which run no scripts. Any page of the shop must be open. */
function headOf(page: Page, path: string): Promise<Head> {
  return page.evaluate(async (address) => {
    const response = await fetch(address);
    const html = new DOMParser().parseFromString(await response.text(), 'text/html');
    const all = (selector: string) => [...html.querySelectorAll(selector)];
    const pairs = all('meta[content]').map((tag) => [
      tag.getAttribute('name') ?? tag.getAttribute('property'),
      tag.getAttribute('content'),
    ]);
    return {
      status: response.status,
      title: html.title,
      canonical: html.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
      meta: Object.fromEntries(pairs),
      structured: all('script[type="application/ld+json"]').map((script) => script.textContent),
    };
  }, path);
}

/** Reads the width and height from the first chunk of a PNG. */
async function pngSize(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  expect(response.headers()['content-type'], path).toBe('image/png');
  const bytes = await response.body();
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
}

type Fact = { '@type': string; [property: string]: unknown };

async function factsOf(page: Page, path: string): Promise<Fact[]> {
  const { structured } = await headOf(page, path);
  return structured.flatMap((block) => JSON.parse(block)['@graph']);
}

test('the sitemap has every indexable page and no others', async ({ request }) => {
  const inSitemap = await listed(request);
  const mayBeFound = new Set<string>();
  for (const file of readdirSync(builtSite).filter((file) => file.endsWith('.html'))) {
    const html = await (await request.get(`/${file}`)).text();
    if (html.includes('<meta name="robots"')) continue;
    mayBeFound.add(ownPath(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? null));
  }
  expect(inSitemap.toSorted()).toEqual([...mayBeFound].toSorted());
  expect(inSitemap).toEqual(expect.arrayContaining(['/', '/checkout', ...Object.values(SERVICE_PATHS)]));
  expect(inSitemap).not.toContain('/thank-you');
});

test('every page of the sitemap exists, is its own canonical, and has its own title, description, and share picture', async ({
  page,
  request,
}) => {
  const pictures = new Set<string>();
  const titles: string[] = [];
  const descriptions: string[] = [];
  const paths = await listed(request);
  await page.goto('/robots.txt');
  for (const path of paths) {
    const { status, title, canonical, meta } = await headOf(page, path);
    expect(status, path).toBe(200);
    expect(ownPath(canonical)).toBe(path);
    const description = meta['description'] ?? '';
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeLessThanOrEqual(155);
    expect(description.length, description).toBeGreaterThan(40);
    titles.push(title);
    descriptions.push(description);
    const picture = ownPath(meta['og:image'] ?? null);
    expect(meta['og:image:alt']?.length, path).toBeGreaterThan(20);
    expect(meta['og:title']).toBe(title);
    expect(ownPath(meta['og:url'] ?? null)).toBe(path);
    expect(meta['twitter:card']).toBe('summary_large_image');
    if (path.includes('dental')) expect(picture, path).toBe('/og/dental.png');
    pictures.add(picture);
  }
  for (const picture of pictures) {
    const { bytes, ...size } = await pngSize(request, picture);
    expect(size, picture).toEqual({ width: 1200, height: 630 });
    expect(bytes, picture).toBeLessThan(100_000);
  }
  expect([...pictures]).toEqual(
    expect.arrayContaining(['home', 'website', 'voice', 'onhold'].map((name) => `/og/${name}.png`)),
  );
  expect(new Set(titles).size).toBe(paths.length);
  expect(new Set(descriptions).size).toBe(paths.length);
});

test('structured data has the prices of the catalog', async ({ page }) => {
  await page.goto('/robots.txt');
  for (const id of SERVICE_IDS) {
    const service: Service = SERVICES[id];
    const offered = siteSettings.catalog.services[id];
    const key = service.isBilledSeparately ? 'minPrice' : 'price';
    const every = (unitCode: string) => ({ '@type': 'QuantitativeValue', value: 1, unitCode });
    const prices = [
      [offered.firstPaymentCents],
      [offered.monthlyCents, 'MON'],
      [offered.yearlyCents, 'ANN'],
    ] as const;
    const offer = {
      ...(!service.isBilledSeparately && { price: centsToText(offered.firstPaymentCents) }),
      priceSpecification: prices.flatMap(([cents, unitCode]) =>
        cents === null
          ? []
          : [
              expect.objectContaining({
                [key]: centsToText(cents),
                priceCurrency: 'USD',
                ...(unitCode && { referenceQuantity: every(unitCode) }),
              }),
            ],
      ),
    };
    expect(await factsOf(page, SERVICE_PATHS[id])).toEqual([
      expect.objectContaining({
        '@type': 'Organization',
        name: siteSettings.businessName,
        email: siteSettings.businessEmail,
        telephone: siteSettings.businessPhone,
        address: siteSettings.businessAddress,
      }),
      expect.objectContaining({
        '@type': 'Service',
        name: service.name,
        offers: expect.objectContaining(offer),
      }),
    ]);
  }
});

test('structured data has the questions on the home page', async ({ page }) => {
  await page.goto('/');
  const told = (await factsOf(page, '/')).find((fact) => fact['@type'] === 'FAQPage');
  const shown = await page.locator('#faq details').evaluateAll((all) =>
    all.map((details) => ({
      '@type': 'Question',
      name: details.querySelector('summary')?.textContent?.trim(),
      acceptedAnswer: { '@type': 'Answer', text: details.querySelector('p')?.textContent?.trim() },
    })),
  );
  expect(shown).toHaveLength(18);
  expect(told?.['mainEntity']).toEqual(shown);
});

test('crawlers are kept out of the API and the admin pages, and pointed to the sitemap', async ({
  request,
}) => {
  const response = await request.get('/robots.txt');
  expect(response.headers()['content-type']).toMatch(/^text\/plain/);
  const lines = (await response.text()).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /admin', 'Disallow: /api/']));
  const sitemap = lines.find((line) => line.startsWith('Sitemap: '))?.slice('Sitemap: '.length) ?? '';
  expect(ownPath(sitemap)).toBe('/sitemap.xml');
});

test('the icons have the sizes they claim @long', async ({ page, request }) => {
  await page.goto('/');
  const manifest = await request.get((await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '');
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const { icons, name } = await manifest.json();
  expect(name).toBe(siteSettings.businessName);
  expect(icons).toHaveLength(3);
  for (const { src, sizes } of icons) {
    const { width, height } = await pngSize(request, src);
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await pngSize(request, touch ?? '')).toMatchObject({ width: 180, height: 180 });
  for (const icon of await page.locator('link[rel="icon"]').all()) {
    const path = (await icon.getAttribute('href')) ?? '';
    expect((await request.get(path)).status(), path).toBe(200);
  }
});
