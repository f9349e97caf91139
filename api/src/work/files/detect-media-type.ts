import { createReadStream, openAsBlob } from 'node:fs';
import { fileRefused } from '../../base/errors.ts';

/** `extensions`: the usual one first. */
export type FileKind = { mediaType: string; extensions: readonly string[] };

const SVG = 'image/svg+xml';
const TEXT = 'text/plain';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';
/** What we take, with the extensions that it may have. */
const ACCEPTED: Record<string, string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  [SVG]: ['svg'],
  'application/pdf': ['pdf'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/mp4': ['m4a'],
  'audio/aac': ['aac'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/flac': ['flac'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
  [`${OFFICE}.wordprocessingml.document`]: ['docx'],
  [`${OFFICE}.spreadsheetml.sheet`]: ['xlsx'],
  [`${OFFICE}.presentationml.presentation`]: ['pptx'],
  [`${ODF}.text`]: ['odt'],
  [`${ODF}.spreadsheet`]: ['ods'],
  [`${ODF}.presentation`]: ['odp'],
  'application/x-cfb': ['doc', 'xls', 'ppt'],
  [TEXT]: ['txt', 'csv', 'md', 'srt', 'vcf', 'ics'],
};
/** Other names of the same. */
const SAME: Record<string, string> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
};
/** Our previews show these. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic']);

/** How much of a text is read to tell what it is. */
const HEAD_LENGTH = 16_384;
const REFUSED =
  'We can’t accept this type of file. Please send a picture, a PDF, a text or Office document, a recording, or a video.';

export const isRaster = (mediaType: string): boolean => RASTER.has(mediaType);

/** Tells by the content alone what a file is. Throws where we don't take it. */
export async function detectMediaType(file: string): Promise<FileKind> {
  const told = await knownType(file);
  const isMarkup = told === 'application/xml' || told?.startsWith('text/');
  const mediaType = told === undefined || isMarkup ? await textType(file) : (SAME[told] ?? told);
  const extensions = ACCEPTED[mediaType ?? ''];
  if (mediaType === undefined || !extensions) throw fileRefused(415, REFUSED);
  return { mediaType, extensions };
}

async function knownType(file: string): Promise<string | undefined> {
  // Loaded on first use, to keep the start fast.
  const { fileTypeFromBlob } = await import('file-type');
  try {
    // Read in pieces. `fileTypeFromFile` cannot be bundled.
    return (await fileTypeFromBlob(await openAsBlob(file)))?.mime;
  } catch (error) {
    // A file that breaks what it promises is unknown. One that can't be read says nothing.
    if (error instanceof Error && 'syscall' in error) throw error;
    return undefined;
  }
}

/** Plain text or SVG. Undefined for anything else, such as web pages and scripts. */
async function textType(file: string): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head = '';
  try {
    for await (const chunk of createReadStream(file)) {
      if ((chunk as Buffer).includes(0)) return undefined;
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (head.length < HEAD_LENGTH) head += text;
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  const start = afterProlog(head.slice(0, HEAD_LENGTH));
  if (/^<svg[\s/>]/i.test(start)) return SVG;
  const isProgram = /^(<|#!|%!)|<(script|html|iframe|body|svg|\?php|!doctype)\b|^\{\\rtf/i.test(start);
  return isProgram ? undefined : TEXT;
}

/** What follows the declarations and comments with which SVG files begin. One at a time, in linear time. */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? rest.indexOf('-->') + 3 : prologLength(rest);
    if (end < 3) return rest;
    rest = rest.slice(end).trimStart();
  }
}

const prologLength = (text: string): number =>
  /^(<\?xml\s[^>]*>|<!DOCTYPE svg[^>[]*(\[[^\]]*\]\s*)?>)/i.exec(text)?.[0].length ?? 0;
