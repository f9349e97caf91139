// Records promo.html: one screenshot per frame, sent directly into a lossless video.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import { levels } from './speech.ts';
import type { Cue } from './speech.ts';
import type { Marks } from './promo-sound.ts';
import { findChromium } from './tools.ts';

export const framesPerSecond = 25;
const levelsPerSecond = 50;

const fonts = [
  {
    family: 'Bricolage Grotesque',
    weight: '200 800',
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  },
  {
    family: 'Instrument Sans',
    weight: '400 700',
    file: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  },
];

async function fontFaces(): Promise<string> {
  const faces = fonts.map(async ({ family, weight, file }) => {
    const data = await readFile(fileURLToPath(import.meta.resolve(file)));
    return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${data.toString('base64')}) format('woff2')}`;
  });
  return (await Promise.all(faces)).join('\n');
}

type Film = { load(story: unknown): Promise<void>; seek(seconds: number): void };

async function openFilm(page: Page, cues: Cue[], marks: Marks, seconds: number): Promise<void> {
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(new URL('./promo.html', import.meta.url).href);
  await page.addStyleTag({ content: await fontFaces() });
  const spoken = cues.map(({ samples, ...cue }) => ({ ...cue, levels: levels(samples, levelsPerSecond) }));
  const story = { seconds, marks, cues: spoken, levelsPerSecond };
  await page.evaluate((data) => (globalThis as unknown as { film: Film }).film.load(data), story);
}

async function shoot(page: Page, time: number): Promise<Buffer> {
  await page.evaluate((at) => (globalThis as unknown as { film: Film }).film.seek(at), time);
  return page.screenshot({ type: 'png' });
}

export type Shot = { frame(time: number): Promise<Buffer>; close(): Promise<void> };

export async function startFilm(cues: Cue[], marks: Marks, seconds: number): Promise<Shot> {
  const asRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Chromium refuses to run as root with its sandbox on. The page is a local file and loads nothing from
    // elsewhere.
    args: [
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      ...(asRoot ? ['--no-sandbox'] : []),
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1 });
    await openFilm(page, cues, marks, seconds);
    return { frame: (time) => shoot(page, time), close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Writes all frames to `file` without loss, so that both encoders start from the same picture. */
export async function filmTo(shot: Shot, seconds: number, file: string): Promise<void> {
  const input = ['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'png', '-i', '-'];
  const ffmpeg = spawn(
    'ffmpeg',
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      ...input,
      '-c:v',
      'libx264rgb',
      '-preset',
      'ultrafast',
      '-qp',
      '0',
      file,
    ],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  const closed = once(ffmpeg, 'close');
  const total = Math.round(seconds * framesPerSecond);
  for (let frame = 0; frame < total; frame += 1) {
    const png = await shot.frame(frame / framesPerSecond);
    if (!ffmpeg.stdin.write(png)) await once(ffmpeg.stdin, 'drain');
    if (frame % 100 === 0) console.log(`  frame ${frame} of ${total}`);
  }
  ffmpeg.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`ffmpeg stopped with code ${code} while storing frames.`);
}
