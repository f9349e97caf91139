import { sample } from '../../../api/test/fixtures/long.ts';
import type { FrameLocator, Page } from 'playwright/test';
import { expectUsable } from '@northlight/shared/ui/test/page-checks.ts';
import { expect, test } from '../support/shop.ts';

/** The ten video routes and their canonical routes. */
const ROUTES = {
  '/voice-agent-video': '/voice-agent-video',
  '/direct-video-player': '/voice-agent-video',
  '/simple-player': '/voice-agent-video',
  '/plain-video': '/plain-video',
  '/basic-video': '/plain-video',
  '/direct-video': '/plain-video',
  '/download-video': '/download-video',
  '/video-download': '/download-video',
  '/iframe-video': '/iframe-video',
  '/youtube-video': '/youtube-video',
};
const FRAMING = '/iframe-video';
const PLAYER = '/promo-player';
const CANONICAL_ROUTES = [...new Set(Object.values(ROUTES))];
const PAGES = [...CANONICAL_ROUTES, PLAYER];

/** The page's video. One variant shows it in an iframe. */
function videoOn(page: Page, path: string) {
  const place: Page | FrameLocator = path === FRAMING ? page.frameLocator('iframe') : page;
  return place.locator('main video');
}

async function expectToPlay(video: ReturnType<typeof videoOn>, what: string): Promise<void> {
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { message: what })
    .toBeGreaterThan(0.2);
}

test('each of the ten routes plays the video with captions and loads no script', async ({
  page,
  request,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const [path, canonical] of Object.entries(ROUTES)) {
    const [text, same] = await Promise.all(
      [path, canonical].map(async (at) => (await request.get(at)).text()),
    );
    expect(text, path).toBe(same);
  }
  for (const path of sample(CANONICAL_ROUTES, 5)) {
    await page.goto(path);
    const video = videoOn(page, path);
    await expectToPlay(video, path);
    const shownCues = () =>
      video.evaluate(({ textTracks: [track] }: HTMLVideoElement) =>
        track?.mode === 'showing' ? track.cues?.length : 0,
      );
    await expect.poll(shownCues, { message: path }).toBeGreaterThan(5);
  }
  expect(scripts).toEqual([]);
});

test('each links to the voice agent page and its form, and is noindex @long', async ({ page }) => {
  for (const path of CANONICAL_ROUTES) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    const links = (name: string) => page.getByRole('link', { name });
    await expect(links('Back to the voice agent')).toHaveAttribute('href', '/voice-agent');
    await expect(links('Get Started')).toHaveAttribute('href', '/voice-agent-form');
    await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute('content', 'noindex');
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveAttribute('href', new RegExp(`//[^/]+${path}$`));
    const [line] = await page.locator('.transcript li').allInnerTexts();
    expect(line, path).toBeDefined();
  }
});

test('the plain page links to the file, which plays by itself @long', async ({ page }) => {
  await page.goto('/plain-video');
  const link = page.getByRole('link', { name: 'Open the video file' });
  await page.goto((await link.getAttribute('href')) ?? '');
  await expectToPlay(page.locator('video'), 'the file by itself');
});

test('the files on the download page exist, in the sizes shown @long', async ({ page, request }) => {
  await page.goto('/download-video');
  const links = await page.locator('a[download]').all();
  expect(links).toHaveLength(3);
  for (const link of links) {
    const path = (await link.getAttribute('href')) ?? '';
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const { length } = await response.body();
    const [, figure, unit] = /([\d.]+) (KB|MB)/.exec(await link.innerText()) ?? [];
    const size = Number(figure) * (unit === 'MB' ? 1_000_000 : 1_000);
    expect(Math.abs(size - length), path).toBeLessThan(unit === 'MB' ? 50_001 : 1_000);
  }
  const download = page.waitForEvent('download');
  await links[0]?.click();
  expect((await download).suggestedFilename()).toBe('voice-agent-promo.mp4');
});

test('only the player can be framed, and only by this site', async ({ page, request, complaints }) => {
  for (const path of [...Object.keys(ROUTES), '/', '/checkout', '/admin', '/nope', PLAYER]) {
    const { 'x-frame-options': option, 'content-security-policy': policy } = (
      await request.get(path)
    ).headers();
    const allowed = path === PLAYER;
    expect(option, path).toBe(allowed ? 'SAMEORIGIN' : 'DENY');
    expect(policy?.split('; '), path).toContain(`frame-ancestors ${allowed ? "'self'" : "'none'"}`);
  }
  await page.goto(FRAMING);
  const player = page.frameLocator('iframe').locator('video');
  // Other pages of the site cannot be loaded in the iframe, and the browser logs the reason.
  await player.evaluate(() => location.assign('/checkout'));
  await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining("frame-ancestors 'none'")]);
});

test('the video pages can be used by everyone @long', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    await expect(videoOn(page, path)).toBeVisible();
    await expectUsable(page, path);
  }
});
