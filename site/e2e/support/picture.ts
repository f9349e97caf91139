import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from 'playwright/test';

/** Changing a picture is deliberate: `UPDATE_PICTURES=1 pnpm e2e admin-views`, then look at what git shows. */
const isUpdating = process.env['UPDATE_PICTURES'] !== undefined;
/** The share of a view that may look different, because machines draw the edges of letters differently. */
const TOLERANCE = 0.01;
/** The letters of the shop's own files, for all texts: those of a machine would break lines elsewhere. */
const OWN_LETTERS = `*, ::before, ::after { font-family: 'Instrument Sans' !important; text-rendering: geometricPrecision !important }`;

/** Compares what the window shows with the picture that is kept under this name in `e2e/pictures`. */
export async function expectPicture(page: Page, name: string): Promise<void> {
  const file = fileURLToPath(new URL(`../pictures/${name}.png`, import.meta.url));
  await page.evaluate(async (styles) => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [await sheet.replace(styles)];
    await document.fonts.ready;
  }, OWN_LETTERS);
  const shown = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
  if (isUpdating || !existsSync(file)) {
    expect(isUpdating, `There is no picture of ${name}.`).toBe(true);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, shown);
    return;
  }
  const pictures = [readFileSync(file), shown].map(
    (png) => `data:image/png;base64,${png.toString('base64')}`,
  );
  const blank = await page.context().newPage();
  const share = await blank.evaluate(differentShare, pictures);
  await blank.close();
  expect(share, `${name} looks different`).toBeLessThan(TOLERANCE);
}

/** The share of cells of 16 by 16 pixels whose average color differs. Runs in a page. */
async function differentShare([before = '', after = '']: string[]): Promise<number> {
  const CELL = 16;
  const VISIBLE = 16;
  const images = await Promise.all(
    [before, after].map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return image;
    }),
  );
  const [width = 0, height = 0] = [images[0]?.width, images[0]?.height].map((size) =>
    Math.floor((size ?? 0) / CELL),
  );
  const [first, second] = images.map((image) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  });
  let different = 0;
  for (let cell = 0; cell < width * height; cell += 1)
    if (
      [0, 1, 2].some(
        (part) => Math.abs((first?.[cell * 4 + part] ?? 0) - (second?.[cell * 4 + part] ?? 0)) > VISIBLE,
      )
    )
      different += 1;
  return different / (width * height);
}
