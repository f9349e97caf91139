import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { textType } from './text-type.ts';
import { fileRefused } from '../../base/errors.ts';

/** `extensions`: the usual one first. */
export type FileKind = { mediaType: string; extensions: readonly string[] };

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
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/mp4': ['m4a', 'mp4'],
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
  'application/x-cfb': ['doc', 'xls', 'ppt', 'msg', 'pub'],
  'text/plain': ['txt', 'csv', 'md', 'srt', 'vcf', 'ics'],
};
/** Sound of telephones without any head. Only the name tells it. */
const RAW_SOUND = ['ulaw', 'ul', 'mulaw', 'pcmu', 'alaw', 'al', 'pcma', 'gsm', 'g722', 'g729', 'sln', 'vox'];
/** Taken to be downloaded. Nothing of the shop opens or shows them. */
const DOWNLOADS: Record<string, string[]> = {
  'application/zip': ['zip', 'pages', 'key', 'numbers', 'sketch', 'xd', 'idml'],
  'application/postscript': ['ps', 'eps', 'ai'],
  'application/eps': ['eps', 'ai', 'ps'],
  'image/vnd.adobe.photoshop': ['psd', 'psb'],
  'application/x-indesign': ['indd'],
  'image/tiff': ['tif', 'tiff'],
  'image/bmp': ['bmp'],
  'application/rtf': ['rtf'],
  // Also the newer ones of Keynote.
  'application/vnd.apple.pages': ['pages', 'key'],
  'application/vnd.apple.keynote': ['key'],
  'application/vnd.apple.numbers': ['numbers'],
  'font/ttf': ['ttf'],
  'font/otf': ['otf'],
  'font/collection': ['ttc', 'otc'],
  'font/woff': ['woff'],
  'font/woff2': ['woff2'],
  'audio/aiff': ['aif', 'aiff', 'aifc'],
  'audio/x-caf': ['caf'],
  'audio/amr': ['amr', 'awb'],
  'audio/qcelp': ['qcp'],
  'audio/basic': ['au', 'snd', ...RAW_SOUND],
  'audio/x-ms-asf': ['wma'],
  'video/x-ms-asf': ['wmv', 'wma', 'asf'],
  'video/3gpp': ['3gp', '3gpp'],
  'video/3gpp2': ['3g2'],
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
  'application/vnd.ms-asf': 'video/x-ms-asf',
};
/** Our previews show these. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic']);

/** Programs and printers put bytes in front of a PDF or PostScript. Readers look for its start so far. */
const PDF_WITHIN = 1_024;
/** How far from its tag, or behind zeros, the first frame of an MP3 is looked for. */
const MPEG_WITHIN = 4_096;
/** Those that may be written in letters only. Of anything else, letters alone say nothing: "BMW" begins like a bitmap. */
const WRITTEN = new Set(['application/pdf', 'application/postscript', 'application/eps', 'application/rtf']);

export const isRaster = (mediaType: string): boolean => RASTER.has(mediaType);

/** Whether files of a type are only downloaded, as bytes. */
export const isDownload = (mediaType: string): boolean => mediaType in DOWNLOADS;

/** Tells by the content what a file is, and where that says nothing, by its name. Throws where we don't take it. */
export async function detectMediaType(file: string, name = ''): Promise<FileKind> {
  const extension = /\.([a-z\d]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  const told = (await knownType(file)) ?? (await hiddenType(file, extension));
  const isMarkup = told === undefined || told === 'application/xml' || told.startsWith('text/');
  const text = told !== undefined && WRITTEN.has(told) ? undefined : await textType(file);
  const found = text ?? (isMarkup ? undefined : (SAME[told] ?? told));
  const isRaw = told === undefined && found !== 'image/svg+xml' && RAW_SOUND.includes(extension);
  const isSound = found === 'video/mp4' && (await isSoundOnly(file));
  const mediaType = isRaw ? 'audio/basic' : isSound ? 'audio/mp4' : (found ?? '');
  const extensions = ACCEPTED[mediaType] ?? DOWNLOADS[mediaType];
  if (!extensions) throw refusedType();
  // What makes the preview goes through all of them.
  const parts = mediaType === 'image/png' ? CHUNKS : /^image\/(avif|heic)$/.test(mediaType) && BOXES;
  if (parts) await findPart(file, parts, '');
  return { mediaType, extensions };
}

async function knownType(file: string, mpegOffsetTolerance = 0): Promise<string | undefined> {
  // Loaded on first use, to keep the start fast.
  const { fileTypeFromBlob } = await import('file-type');
  try {
    // Read in pieces. `fileTypeFromFile` cannot be bundled.
    return (await fileTypeFromBlob(await openAsBlob(file), { mpegOffsetTolerance }))?.mime;
  } catch (error) {
    // A file that breaks what it promises is unknown. One that can't be read says nothing.
    if (error instanceof Error && 'syscall' in error) throw error;
    return undefined;
  }
}

/** What is behind bytes that do not belong to it. */
async function hiddenType(file: string, extension: string): Promise<string | undefined> {
  const start = await firstBytes(file, PDF_WITHIN);
  if (start.includes('%PDF-')) return 'application/pdf';
  if (start.includes('%!PS-Adobe-')) return 'application/postscript';
  if (start.subarray(0, 4).toString('latin1') === '.snd') return 'audio/basic';
  // A recording of a broadcast begins within a frame.
  const isMpeg = extension === 'mp3' || start.subarray(0, 3).toString('latin1') === 'ID3' || start[0] === 0;
  const told = isMpeg ? await knownType(file, MPEG_WITHIN) : undefined;
  return told === 'audio/mpeg' ? told : undefined;
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Of the list of tracks. That of an hour is smaller. */
const LONGEST_LIST = 4 * 1024 * 1024;

/** Whether an MP4 has tracks of sound and none of pictures, whatever brand it names. */
async function isSoundOnly(file: string): Promise<boolean> {
  const list = await findPart(file, BOXES, 'moov', LONGEST_LIST);
  // Each track names its handler behind the version and a field that is zero.
  const has = (kind: string) => list?.includes(`hdlr${'\0'.repeat(8)}${kind}`) === true;
  return has('soun') && !has('vide');
}

/** How the parts of a file follow each other. A file with more of them than any program writes keeps others waiting. */
type Shape = { from: number; most: number; sizeOf: (head: Buffer) => number };

const HEAD = 16;
const LEAST = 8;
/** Of MP4, HEIC, and AVIF. In a long recording, most of them come behind the list of tracks. */
const BOXES: Shape = {
  from: 0,
  most: 100,
  sizeOf: (head) => (head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)),
};
/** Of PNG. The largest that we take has about 3,000. */
const CHUNKS: Shape = { from: 8, most: 20_000, sizeOf: (head) => head.readUInt32BE(0) + 12 };

const refusedType = () =>
  fileRefused(
    415,
    'We can’t accept this type of file. Please send a picture, a PDF, a text or Office document, a recording, a video, a font, or a ZIP file.',
  );

/** The content of the first part with this name, up to `most` bytes. Null if there is none. Throws for too many parts. */
async function findPart(file: string, shape: Shape, name: string, most = 0): Promise<Buffer | null> {
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
