import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { faultsOf } from './check-build.ts';

const site = join(import.meta.dirname, '..');

const folder = mkdtempSync(join(tmpdir(), 'northlight-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds the pages of a version as a preview. */
async function built(content: object) {
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ content }));
  const build = join(folder, 'build');
  const astro = join(site, 'node_modules/astro/bin/astro.mjs');
  await promisify(execFile)(process.execPath, [astro, 'build', '--outDir', build], {
    cwd: site,
    env: {
      ...process.env,
      DATA_DIR: folder,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_PREVIEW: '1',
    },
  });
  const file = (name: string) => readFileSync(join(build, name));
  const page = (name: string) =>
    String(file(`${name}.html`)).replaceAll(/ data-astro-cid-\w+(?:="true")?/g, '');
  return { build, file, page };
}

const TEXTS = {
  'home.heading': '*Plain* <img src=x onerror=alert(1)>',
  'home.lede': 'A *good* [page](/website "x) and [bad](javascript:alert) </p><script>alert(1)</script>',
  'home.voiceQuestions': [{ question: '"Q"', answer: '[Call](tel:123)' }],
  'onhold.player': '" onplay="alert(1)',
  'onhold.features': [{ words: '</li>' }],
  'onhold.summary': '</script>',
  'terms.sections': [{ heading: 'Refunds', words: 'Ask within *14* days.' }],
};

/** A picture that hardly compresses. */
const noise = () => {
  const create = { width: 1_400, height: 1_000, channels: 3 as const, background: '#888' };
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
};

const [picture, logo] = await Promise.all([
  noise().webp({ quality: 95 }).toBuffer(),
  noise().resize(400, 80).webp().toBuffer(),
]);
const captions = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Tom & Jerry\n');
const part = { x: '0', y: '100', zoom: '120' };
const files: [string, Buffer, string, object?][] = [
  ['website.picture', picture, 'webp', { words: '"A loaf" from {website price}', ...part }],
  ['home.onholdPicture', picture, 'webp', { words: 'A phone' }],
  ['logo', logo, 'webp', { words: 'Fern & Fig' }],
  ['icon', picture, 'webp'],
  ['voice.video', Buffer.from('video'), 'mp4'],
  ['voice.captions', captions, 'vtt'],
  ['voice.poster', picture, 'webp'],
];
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const FILES = {
  ...Object.fromEntries(
    files.map(([key, bytes, extension, more]) => [key, { file: `${hashOf(bytes)}.${extension}`, ...more }]),
  ),
  'color.website': '#8a2be2',
};
for (const [, bytes] of files) {
  const part = join(folder, 'media/files', hashOf(bytes).slice(0, 2));
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, hashOf(bytes)), bytes);
}

/** One build for all tests, because it takes most of their time. */
const { build, file, page } = await built({ ...TEXTS, ...FILES });

test('a preview shows the owner’s texts, escaped and with their keys', () => {
  expect(page('index')).toContain(
    '<h1><span data-text="home.heading">*Plain* &lt;img src=x onerror=alert(1)&gt;</span></h1>',
  );
  expect(page('index')).toContain(
    '<span data-text="home.lede" data-rich="true">A <em>good</em> [page](/website &quot;x) and [bad](javascript:alert) &lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</span>',
  );
  expect(page('index')).toContain(
    '<summary><span data-text="home.voiceQuestions.0.question">&quot;Q&quot;</span></summary><p><span data-text="home.voiceQuestions.0.answer" data-rich="true"><a href="tel:123">Call</a></span></p>',
  );
  expect(page('index')).toContain('<tspan data-text="home.call.line">');
  expect(page('index')).not.toContain('home.voiceQuestions.1');
  expect(page('onhold')).toContain('aria-label="&quot; onplay=&quot;alert(1)"');
  expect(page('onhold')).toContain('<span data-text="onhold.features.0.words">&lt;/li&gt;</span>');
  expect(page('checkout')).toContain('&lt;/li&gt;');
  expect(page('terms')).toContain(
    '<h2><span data-text="terms.sections.0.heading">Refunds</span></h2><p><span data-text="terms.sections.0.words" data-rich="true">Ask within <em>14</em> days.</span></p>',
  );
  for (const name of ['index', 'onhold', 'privacy', '404']) {
    expect(page(name)).toContain('<meta name="robots" content="noindex">');
    expect(page(name)).toContain('northlightShown');
  }
  const assets = join(build, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const code = scripts.map((file) => readFileSync(join(assets, file), 'utf8')).join('');
  // What the build knows is written into the scripts, which know no setting.
  expect(code).toContain('Hosting included');
  expect(code).not.toMatch(/CARD_TEXTS|TAXES_RECURRING/);
  expect(page('website')).toContain('<span data-picture="website.picture">');
  expect(faultsOf(build)).toEqual([]);
});

test('the owner’s files and colors are in the pages, light, described, and allowed by the CSP', async () => {
  const [image = ''] = /<img class="own-picture"[^>]+>/.exec(page('website')) ?? [];
  expect(image).toContain('width="640" height="448" alt="&quot;A loaf&quot; from $149"');
  const copies = [...image.matchAll(/(\/assets\/[\w.-]+) (\d+)w/g)];
  expect(copies.map(([, , width]) => width)).toEqual(['640', '1120']);
  for (const [index, [, path = '', width]] of copies.entries()) {
    expect(file(path).length).toBeLessThan([60_000, 130_000][index] ?? 0);
    expect(await sharp(file(path)).metadata()).toMatchObject({ format: 'webp', width: Number(width) });
  }
  // Nothing moves, so there is nothing to pause.
  expect(page('website')).not.toContain('Pause animation');
  expect(page('index')).toContain('alt="A phone"');
  expect(page('privacy')).toMatch(
    /<a class="wordmark" href="\/"> ?<img[^>]+ alt="Fern &(?:amp|#38); Fig"[^>]*> ?<\/a>/,
  );
  expect(page('website')).toContain('<meta property="og:image:alt" content="&quot;A loaf&quot; from $149">');

  const player = page('promo-player');
  expect(player).toMatch(
    /<video[^>]+poster="\/assets\/voice-poster[^>]+>\s*<source src="\/assets\/voice-video\.\w+\.mp4"/,
  );
  expect(player).not.toContain('promo.webm');
  expect(page('voice-agent')).toContain('<strong>Ann: </strong>Tom &amp; Jerry');
  expect(page('download-video')).not.toContain('promo.webm');

  const style =
    /:root\{(--website:var\(--lightningcss-light, #[\da-f]{6}\) var\(--lightningcss-dark, #[\da-f]{6}\);--website-soft:[^}]+)\}/.exec(
      page('index'),
    );
  expect(style).not.toBeNull();
  const policies = JSON.parse(String(file('.csp.json')));
  const inline = [...String(file('index.html')).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  for (const [, css = ''] of inline)
    expect(policies['/index.html'].styles).toContain(
      `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    );

  for (const [name, pixels] of [
    ['icons/icon-192.png', 192],
    ['icons/maskable-512.png', 512],
  ] as const) {
    const square = { format: 'png', width: pixels, height: pixels };
    expect(await sharp(file(name)).metadata()).toMatchObject(square);
  }
  expect(String(file('favicon.svg'))).toContain('data:image/png;base64,');
  const drawn = await sharp(file('og/website.png')).raw().toBuffer({ resolveWithObject: true });
  expect(drawn.info).toMatchObject({ width: 1200, height: 630 });
  // The surface is the chosen color's, not that of tokens.css.
  expect([...drawn.data.subarray(0, 3)]).not.toEqual([0xe7, 0xf1, 0xff]);
});
