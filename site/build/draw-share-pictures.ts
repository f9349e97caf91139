import sharp from 'sharp';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { accentsOf } from '@northlight/shared/content/colors.ts';
import { entries } from '@northlight/shared/content/texts.ts';
import { ownFile, type OwnFile } from '../src/content/media.ts';
import { sharedPicture, type SharePicture } from '../src/content/share-pictures.ts';
import { text } from '../src/content/texts.ts';
import { cropped } from './crop-picture.ts';
import { siteSettings } from './site-settings.ts';
import { fit, textPath, type Look } from './text-paths.ts';

/** The page's headline, and the drawing with the page that has it. */
const SCENES: Record<SharePicture, { service?: ServiceId; drawing?: string; drawnOn?: string }> = {
  home: {},
  website: { service: 'website', drawing: 'tile browser', drawnOn: 'website.html' },
  voice: { service: 'voice', drawing: 'tile call', drawnOn: 'index.html' },
  onhold: { service: 'onhold', drawing: 'tile hold', drawnOn: 'index.html' },
  dental: { service: 'voice', drawing: 'tile call', drawnOn: 'dental-practice.html' },
};

/** The light neutral colors of tokens.css. */
const [PAPER, SUNK, INK, INK_SOFT, HAIRLINE] = ['#fcfaf6', '#f4f1ec', '#151b24', '#49505b', '#dedad3'];

/** How the texts of the tiles look, by class. See the styles of `site/src/components/tiles`. */
const LOOKS: Record<string, Look & { fill?: string }> = {
  brand: { face: 'display', size: 11 },
  headline: { face: 'display', size: 19 },
  'on-accent': { face: 'bold', size: 10.5, fill: '#ffffff' },
  address: { face: 'medium', size: 9.5, fill: INK_SOFT },
  small: { face: 'medium', size: 9.5, fill: INK_SOFT },
  who: { face: 'bold', size: 12 },
  state: { face: 'medium', size: 11, fill: INK_SOFT },
  booked: { face: 'bold', size: 12, fill: '#ffffff' },
};

/** As on light pages. */
function colorsOf(id: ServiceId) {
  const entry = entries.find(({ key }) => key === `color.${id}`);
  const own = siteSettings.content[`color.${id}`];
  return accentsOf(typeof own === 'string' ? own : entry && 'color' in entry ? entry.color : INK).light;
}

/** Draws the pictures beside shared links as SVG of 1200 by 630. `page` returns the HTML of a built page. */
export async function shareDrawings(
  page: (path: string) => Promise<string>,
): Promise<{ name: SharePicture; svg: string }[]> {
  const mark = await drawMark();
  const names = Object.keys(SCENES) as SharePicture[];
  return Promise.all(
    names.map(async (name) => {
      const { service, drawing, drawnOn } = SCENES[name];
      const { accent, soft } = service ? colorsOf(service) : { accent: INK, soft: PAPER };
      const own = sharedPicture(name);
      const scene = own
        ? await ownPicture(own)
        : drawing && drawnOn
          ? tile(await page(drawnOn), drawing, accent, soft)
          : windowLight();
      const body = `<rect width="1200" height="630" fill="${soft}"/>${scene}${words(name, accent, service)}${mark}`;
      return { name, svg: svgOf('0 0 1200 630', 1200, 630, body) };
    }),
  );
}

const svgOf = (viewBox: string, width: number, height: number, body: string, place = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}"${place}>${body}</svg>`;

const drawText = (line: string, look: Look, x: number, y: number, fill: string): string =>
  `<path fill="${fill}" transform="translate(${x} ${y})" d="${textPath(line, look).path}"/>`;

/** The headline, and below it the price. */
function words(name: SharePicture, color: string, service: ServiceId | undefined): string {
  const room = service ? { width: 440, height: 330 } : { width: 780, height: 340 };
  const heading = fit(text(`${name}.heading`), 'display', room, service ? [84, 30] : [104, 30]);
  const drawn = heading.lines.map((line, index) =>
    drawText(
      line,
      { face: 'display', size: heading.size },
      64,
      60 + heading.size * (0.76 + index * 0.98),
      color,
    ),
  );
  if (service) {
    const price = fit(text(`${service}.price`), 'bold', { width: 440, height: 80 }, [30, 18]);
    const top = 60 + heading.lines.length * heading.size + 50;
    for (const [index, line] of price.lines.entries())
      drawn.push(
        drawText(line, { face: 'bold', size: price.size }, 64, top + index * price.size * 1.25, INK),
      );
  }
  return drawn.join('');
}

async function drawMark(): Promise<string> {
  const logo = ownFile('logo');
  if (logo) return image(await sharp(logo.file).resize(320, 70, { fit: 'inside' }).png().toBuffer(), 320, 70);
  const panes = SERVICE_IDS.map(
    (id, index) => `<path d="M${8 + index * 8} 3h6l-8 22h-6z" fill="${colorsOf(id).accent}"/>`,
  );
  return svgOf('0 0 30 28', 75, 70, panes.join(''), ' x="64" y="504"');
}

const image = (png: Buffer, width: number, height: number): string =>
  `<image x="64" y="504" width="${width}" height="${height}" preserveAspectRatio="xMinYMax" href="data:image/png;base64,${png.toString('base64')}"/>`;

async function ownPicture(own: OwnFile): Promise<string> {
  const file = await (await cropped(own, 580, 406)).png().toBuffer();
  return `<clipPath id="round"><rect x="552" y="112" width="580" height="406" rx="20"/></clipPath><image x="552" y="112" width="580" height="406" clip-path="url(#round)" href="data:image/png;base64,${file.toString('base64')}"/>`;
}

/** As behind the top of the home page. */
const windowLight = (): string =>
  SERVICE_IDS.map((id, index) => {
    const left = 520 + index * 227;
    return `<path d="M${left} 0h198l-284 630h-198z" fill="${colorsOf(id).soft}"/>`;
  }).join('');

/** A tile of a built page with its colors and its texts as paths. Nothing if the page has none. */
function tile(html: string, name: string, accent: string, soft: string): string {
  const plain = html.replaceAll(/ data-astro-cid-\w+/g, '');
  const [whole = ''] = new RegExp(`<div class="${name}"[\\s\\S]*?</div>`).exec(plain) ?? [];
  const layers = [...whole.matchAll(/<svg\b[^>]*? viewBox="([\d ]+)"[^>]*>([\s\S]*?)<\/svg>/g)];
  const viewBox = layers[0]?.[1];
  if (viewBox === undefined) return '';
  const body = layers.map(([, , layer = '']) => layer).join('');
  const drawn = body.replaceAll(
    /<text\b([^>]*)>([\s\S]*?)<\/text>/g,
    (_, attributes: string, inner: string) => tileText(attributes, inner),
  );
  const [, , , tall = 0] = viewBox.split(' ').map(Number);
  const height = (620 / 360) * tall;
  const place = ` x="532" y="${(630 - height) / 2}"`;
  return svgOf(
    viewBox,
    620,
    height,
    `<clipPath id="played"><rect width="127" height="60"/></clipPath><style>${tileStyle(accent, soft)}</style>${drawn}`,
    place,
  );
}

function tileText(attributes: string, inner: string): string {
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
  const look = LOOKS[attribute('class') ?? ''] ?? { face: 'medium', size: 12 };
  const line = inner
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim();
  const { width } = textPath(line, look);
  const share = { middle: 0.5, end: 1 }[attribute('text-anchor') ?? ''] ?? 0;
  return drawText(
    line,
    look,
    Number(attribute('x')) - width * share,
    Number(attribute('y')),
    look.fill ?? INK,
  );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The styles of tiles.css and of the tiles, in the colors of light pages. */
const tileStyle = (accent: string, soft: string): string => `
  .window { fill: #fff; stroke: ${HAIRLINE} }
  .rule { stroke: ${HAIRLINE} }
  .dots { fill: ${HAIRLINE} }
  .sunk { fill: ${SUNK} }
  .tint { fill: ${soft} }
  .accent { fill: ${accent} }
  .phone { fill: #fff }
  .soft-line { fill: none; stroke: ${HAIRLINE}; stroke-width: 4; stroke-linecap: round }
  .loaf { fill: ${accent}; fill-opacity: 0.45 }
  .score { fill: none; stroke: ${soft}; stroke-width: 4; stroke-linecap: round }
  .check { fill: none; stroke: #fff; stroke-width: 2; stroke-linecap: round }
  .bar { stroke: ${accent}; stroke-width: 2.5; stroke-linecap: round }
  .wave { fill: none; stroke: ${accent}; stroke-width: 2.6; stroke-linecap: round; stroke-opacity: 0.38 }
  .played { stroke-opacity: 1; clip-path: url(#played) }
  .pause path { stroke: #fff; stroke-width: 4 }`;
