import { open } from 'node:fs/promises';

const HEAD = 16;
/** Of the list of tracks. That of an hour is smaller. */
const LONGEST_LIST = 4 * 1024 * 1024;
/** Those of a long recording come behind the list. */
const MOST_BOXES = 100;

/** Whether an MP4 has tracks of sound and none of pictures, whatever brand it names. Null for boxes without end. */
export async function isSoundOnly(file: string): Promise<boolean | null> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD);
    for (let at = 0, count = 0; count < MOST_BOXES; count += 1) {
      const { bytesRead } = await handle.read(head, 0, HEAD, at);
      if (bytesRead < HEAD) return false;
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      if (head.toString('latin1', 4, 8) === 'moov') {
        if (size > LONGEST_LIST) return false;
        const list = Buffer.alloc(size);
        await handle.read(list, 0, size, at);
        // Each track names its handler behind the version and a field that is zero.
        const has = (kind: string) => list.includes(`hdlr${'\0'.repeat(8)}${kind}`);
        return has('soun') && !has('vide');
      }
      if (size < 8) return false;
      at += size;
    }
    return null;
  } finally {
    await handle.close();
  }
}
