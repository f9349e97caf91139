/** A square picture: its side in pixels and its PNG data. */
export type Picture = { pixels: number; png: Buffer };

/** Windows: a header of 6 bytes, 16 bytes for each picture, then the pictures. */
export function icoFile(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let at = header.length;
  for (const [index, { pixels, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    header.writeUInt8(pixels % 256, entry);
    header.writeUInt8(pixels % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/**
 * macOS: the block names for each picture size. A size with two names also serves as the high-resolution
 * picture of half that size.
 */
const BLOCKS: Record<number, string[]> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

export function icnsFile(pictures: readonly Picture[]): Buffer {
  const blocks = pictures.flatMap(({ pixels, png }) =>
    (BLOCKS[pixels] ?? []).map((name) => block(name, png)),
  );
  return block('icns', Buffer.concat(blocks));
}

function block(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(content.length + head.length, 4);
  return Buffer.concat([head, content]);
}
