import { open, readFile, stat } from 'node:fs/promises';
import type { Medium } from '@northlight/shared/content/field.ts';
import { ApiError, fileRefused } from '../../base/errors.ts';
import { runScript } from '../../base/run-script.ts';
import { scriptFile } from '../../base/paths.ts';
import { detectMediaType, isRaster } from '../../work/files/detect-media-type.ts';

export const MB = 1024 * 1024;
export const MAX_BYTES = { picture: 25 * MB, video: 25 * MB, audio: 10 * MB, captions: MB } as const;

/** More than the largest copy on a page needs. */
const LONGEST_SIDE = 2_560;
const LIMIT_MS = 30_000;

const refused = (reason: string) => fileRefused(415, reason);

/**
 * Checks an uploaded file by its content, and returns the file to keep. A picture becomes a new one of its pixels alone,
 * made in a process that knows no secrets: nothing else that was in the file is kept. Throws a 415 that says what to do.
 */
export async function checkMedium(medium: Medium, file: string): Promise<string> {
  if (medium.medium === 'captions') await checkCaptions(file);
  else {
    const mediaType = await detectMediaType(file).then(
      (kind) => kind.mediaType,
      (error: unknown) => {
        // What it is not is said below.
        if (error instanceof ApiError) return '';
        throw error;
      },
    );
    if (medium.medium === 'picture') return redraw(medium, mediaType, file);
    if (medium.medium === 'audio' && mediaType !== 'audio/mpeg')
      throw refused('This is no MP3. Please save the recording as an MP3 and add that.');
    if (medium.medium === 'video') await checkVideo(mediaType, file);
  }
  return file;
}

async function redraw({ size = [1, 1], isWhole }: Medium, mediaType: string, file: string): Promise<string> {
  if (mediaType === 'image/svg+xml')
    throw refused('SVG files can contain programs. Please save the picture as a PNG and add that.');
  if (!isRaster(mediaType)) throw refused('This is no picture. Please choose a JPEG, PNG, WebP, or AVIF.');
  const target = `${file}.webp`;
  const least = isWhole ? [64, 32] : size;
  await runScript(scriptFile('make-preview'), [file, target, `${LONGEST_SIDE}`, ...least.map(String)], {
    limitMs: LIMIT_MS,
    env: {},
  }).catch((error: Error) => {
    const tooSmall = /^This picture has .+$/m.exec(error.message);
    throw refused(
      tooSmall?.[0] ??
        'This picture is damaged, has more than 50 megapixels, or is of a kind we can’t read. Please save it as a JPEG or PNG and add that.',
    );
  });
  return target;
}

const NO_VIDEO = 'This is no MP4 with H.264 video. Please save the video as one and add that.';

/** The boxes of an MP4 follow each other to the file's end, so nothing else is hidden in it. */
async function checkVideo(mediaType: string, file: string): Promise<void> {
  if (mediaType !== 'video/mp4') throw refused(NO_VIDEO);
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    let [position, hasMedia, isH264] = [0, false, false];
    while (position < size) {
      const head = await handle.read(Buffer.alloc(16), 0, 16, position);
      const type = head.buffer.toString('latin1', 4, 8);
      const short = head.bytesRead < 8 ? 0 : head.buffer.readUInt32BE(0);
      const length = short === 1 && head.bytesRead === 16 ? Number(head.buffer.readBigUInt64BE(8)) : short;
      if (length < 8 || position + length > size || !/^[\w ]{4}$/.test(type)) throw refused(NO_VIDEO);
      hasMedia ||= type === 'mdat';
      if (type === 'moov') {
        const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
        isH264 ||= buffer.includes('avc1') || buffer.includes('avc3');
      }
      position += length;
    }
    if (!hasMedia || !isH264) throw refused(NO_VIDEO);
  } finally {
    await handle.close();
  }
}

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMES = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t].*)?$`);

/** WebVTT with at least one cue, each of which ends after it begins and names at most its speaker. */
async function checkCaptions(file: string): Promise<void> {
  const text = await readFile(file)
    .then((bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    .catch((error: unknown) => {
      if (error instanceof TypeError) return '';
      throw error;
    });
  const lines = text.split(/\r?\n/);
  if (!/^WEBVTT([ \t].*)?$/.test(lines[0] ?? '') || text.includes('\0'))
    throw refused('These are no WebVTT captions. The file begins with the word WEBVTT.');
  let cues = 0;
  for (const [index, line] of lines.entries()) {
    const fault = line.includes('-->') ? timeFault(line) : wordsFault(line);
    if (fault) throw refused(`Line ${index + 1} of the captions: ${fault}`);
    if (line.includes('-->')) cues += 1;
  }
  if (cues === 0) throw refused('These captions have no line with times, such as 00:01.000 --> 00:03.500.');
}

function timeFault(line: string): string | undefined {
  const found = TIMES.exec(line);
  if (!found) return 'please write times as 00:01.000 --> 00:03.500.';
  const [from, to] = [found.slice(1, 5), found.slice(5, 9)].map(
    ([hours = 0, minutes, seconds, thousandths]) =>
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(thousandths),
  );
  return (from ?? 0) < (to ?? 0) ? undefined : 'it must end after it begins.';
}

const wordsFault = (line: string): string | undefined =>
  /[<>]/.test(line.replace(/^<v [^<>&]+>/, '').replace(/<\/v>$/, ''))
    ? 'please leave out < and >, except for <v Name> at its beginning.'
    : undefined;
