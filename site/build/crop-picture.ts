import sharp from 'sharp';
import type { OwnFile } from '../src/content/media.ts';

/** The chosen part of a picture: as large as its shape allows, divided by the enlargement, around the chosen point. */
export async function cropped({ file, value }: OwnFile, width: number, height: number) {
  const original = await sharp(file).metadata();
  const scale =
    Math.min(original.width / width, original.height / height) / (Number(value.zoom ?? 100) / 100);
  const [wide, high] = [width, height].map((pixels) => Math.max(1, Math.floor(pixels * scale))) as [
    number,
    number,
  ];
  const left = Math.round(((original.width - wide) * Number(value.x ?? 50)) / 100);
  const top = Math.round(((original.height - high) * Number(value.y ?? 50)) / 100);
  return sharp(file).extract({ left, top, width: wide, height: high }).resize(width, height);
}
