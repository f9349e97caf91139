import { open } from 'node:fs/promises';
import type { Context } from 'koa';
import type { WorkContext } from '../context.ts';
import { notFound } from '../../base/errors.ts';
import { contentFile, previewFile } from './content.ts';
import type { FileRow } from './order-file-store.ts';
import { isDownload, isRaster } from './detect-media-type.ts';

/** Answers with a file, a part of it, or its preview, in a way that no browser runs anything in it. */
export async function sendFile(
  { settings }: { settings: Pick<WorkContext['settings'], 'dataDir'> },
  ctx: Context,
  { hash, name, mediaType, hasPreview }: Pick<FileRow, 'hash' | 'name' | 'mediaType' | 'hasPreview'>,
  isPreview: boolean,
): Promise<void> {
  if (isPreview && !hasPreview) throw notFound();
  const path = (isPreview ? previewFile : contentFile)(settings.dataDir, hash);
  const file = await open(path).catch(() => {
    throw notFound();
  });
  try {
    const { size } = await file.stat();
    const isBytes = isDownload(mediaType) || mediaType === 'image/svg+xml' || mediaType.startsWith('text/');
    const mayShow = isPreview || isRaster(mediaType) || (mediaType.startsWith('audio/') && !isBytes);
    ctx.attachment(name, { type: mayShow ? 'inline' : 'attachment' });
    ctx.set({
      'Content-Type': isPreview ? 'image/webp' : isBytes ? 'application/octet-stream' : mediaType,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-cache',
      'Accept-Ranges': 'bytes',
      ETag: `"${hash.slice(0, 32)}${isPreview ? '-p' : ''}"`,
    });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const part = rangeOf(ctx, size);
    if (part === 'unsatisfiable') {
      ctx.set('Content-Range', `bytes */${size}`);
      ctx.status = 416;
      ctx.body = '';
      return;
    }
    const { start, end } = part ?? { start: 0, end: size - 1 };
    if (part) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
    }
    ctx.body = file.createReadStream({ start, end });
    ctx.length = end - start + 1;
  } finally {
    // The stream closes it otherwise.
    if (!ctx.body) await file.close();
  }
}

/** The one range that a client asks for. Undefined for the whole file, also if it asks for several. */
function rangeOf(ctx: Context, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(ctx.get('Range')) ?? [];
  const isOther = ctx.get('If-Range') !== '' && ctx.get('If-Range') !== ctx.response.get('ETag');
  if (isOther || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}
