import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { Db } from '../src/db/client.ts';
import { storedFiles } from '../src/db/schema/files.ts';
import { contentFile } from '../src/work/files/content.ts';
import { isRaster } from '../src/work/files/detect-media-type.ts';

/** Samples per second of the recording, and its length in seconds. */
const [RATE, SECONDS] = [8_000, 3];
const HEADER_BYTES = 44;
const COLORS = ['#1f4f8f', '#2f6f4f', '#8f3f2f', '#5f4f8f'];
const PRICES = 'First visit: free\nSmall repair: $45\nLarge repair: from $120\n';

export type SampleFiles = Awaited<ReturnType<typeof storeFiles>>;
export type SampleFile = { hash: string; name: string };

/** Stores a few small files for many orders. The running shop makes the previews of the pictures. */
export async function storeFiles(db: Db, dataDir: string) {
  const store = (content: Buffer, mediaType: string, name: string): SampleFile => {
    const hash = createHash('sha256').update(content).digest('hex');
    const file = contentFile(dataDir, hash);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content, { mode: 0o600 });
    const hasPreview = isRaster(mediaType) ? null : false;
    db.insert(storedFiles)
      .values({ hash, size: content.length, mediaType, hasPreview })
      .onConflictDoNothing()
      .run();
    return { hash, name };
  };
  const picture = async (svg: string, name: string) =>
    store(await sharp(Buffer.from(svg)).png().toBuffer(), 'image/png', name);
  const pictures: SampleFile[] = [];
  for (const color of COLORS)
    pictures.push(await picture(logo(color), 'logo.png'), await picture(shopFront(color), 'our-shop.png'));
  return {
    ofCustomers: [...pictures, store(Buffer.from(PRICES), 'text/plain', 'prices.txt')],
    recording: store(chord(), 'audio/wav', 'on-hold-audio.wav'),
  };
}

const logo = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" rx="48" fill="${color}"/><circle cx="160" cy="130" r="64" fill="#fff"/><rect x="64" y="226" width="192" height="20" fill="#fff"/></svg>`;

const shopFront = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#cfe0ee"/><rect y="330" width="640" height="70" fill="#8a8a84"/><rect x="110" y="110" width="420" height="220" fill="#e9e2d3"/><rect x="90" y="100" width="460" height="56" fill="${color}"/><rect x="140" y="184" width="170" height="106" fill="#5d7f95"/><rect x="370" y="184" width="90" height="146" fill="${color}"/></svg>`;

/** A chord that fades, as a WAV file with 8 bits for each sample. */
function chord(): Buffer {
  const samples = RATE * SECONDS;
  const wav = Buffer.alloc(HEADER_BYTES + samples);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    wav.writeUInt16LE(value, at);
  for (const at of [24, 28]) wav.writeUInt32LE(RATE, at);
  wav.write('data', 36);
  wav.writeUInt32LE(samples, 40);
  for (let sample = 0; sample < samples; sample += 1) {
    const tones = [262, 330, 392].map((hertz) => Math.sin((2 * Math.PI * hertz * sample) / RATE));
    const level = 30 * (1 - sample / samples) * tones.reduce((sum, tone) => sum + tone, 0);
    wav[HEADER_BYTES + sample] = Math.round(128 + level);
  }
  return wav;
}
