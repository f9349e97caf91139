import { BOXES, findPart } from './parts.ts';

/** Of the list of tracks. That of an hour is smaller. */
const LONGEST_LIST = 4 * 1024 * 1024;

/** Whether an MP4 has tracks of sound and none of pictures, whatever brand it names. */
export async function isSoundOnly(file: string): Promise<boolean> {
  const list = await findPart(file, BOXES, 'moov', LONGEST_LIST);
  // Each track names its handler behind the version and a field that is zero.
  const has = (kind: string) => list?.includes(`hdlr${'\0'.repeat(8)}${kind}`) === true;
  return has('soun') && !has('vide');
}
