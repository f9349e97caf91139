import sharp from 'sharp';
import { copiesOf, ownFile, wordsOf } from './media.ts';

const own = ownFile('logo');

/** The attributes of the owner's logo, with its width and height in CSS pixels. */
export const logo = own && {
  src: copiesOf(own).at(-1)?.path ?? '',
  alt: wordsOf(own),
  ...(await sizeWithin(own.file, own.medium.size)),
};

async function sizeWithin(file: string, [mostWidth, mostHeight]: readonly [number, number] = [1, 1]) {
  const { width, height } = await sharp(file).metadata();
  const scale = Math.min(mostWidth / width, mostHeight / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
