import { open } from 'node:fs/promises';
import { fileRefused } from '../../base/errors.ts';

/** How the parts of a file follow each other. A file with more of them than any program writes keeps others waiting. */
type Shape = { from: number; most: number; sizeOf: (head: Buffer) => number };

const HEAD = 16;
const LEAST = 8;
/** Of MP4, HEIC, and AVIF. In a long recording, most of them come behind the list of tracks. */
export const BOXES: Shape = {
  from: 0,
  most: 100,
  sizeOf: (head) => (head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)),
};
/** Of PNG. The largest that we take has about 3,000. */
export const CHUNKS: Shape = { from: 8, most: 20_000, sizeOf: (head) => head.readUInt32BE(0) + 12 };

export const refusedType = () =>
  fileRefused(
    415,
    'We can’t accept this type of file. Please send a picture, a PDF, a text or Office document, a recording, a video, a font, or a ZIP file.',
  );

/** The content of the first part with this name, up to `most` bytes. Null if there is none. Throws for too many parts. */
export async function findPart(file: string, shape: Shape, name: string, most = 0): Promise<Buffer | null> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD);
    for (let { from: at } = shape, count = 0; ; count += 1) {
      const { bytesRead } = await handle.read(head, 0, HEAD, at);
      const size = bytesRead < HEAD ? 0 : shape.sizeOf(head);
      if (size < LEAST) return null;
      if (count === shape.most) throw refusedType();
      if (head.toString('latin1', 4, 8) === name)
        return size > most ? null : (await handle.read(Buffer.alloc(size), 0, size, at)).buffer;
      at += size;
    }
  } finally {
    await handle.close();
  }
}
