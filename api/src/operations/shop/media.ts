import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import { ne } from 'drizzle-orm';
import { MEDIUM_TYPES, mediumOf, type Content, type Medium } from '@northlight/shared/content/field.ts';
import { entries } from '@northlight/shared/content/texts.ts';
import { fileRefused, notFound } from '../../base/errors.ts';
import { DAY_MS } from '../../base/units.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { shopVersions } from '../../db/schema/server.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { requireSpace } from '../../work/files/begin-upload.ts';
import { contentFile, filesFolder, hashOf, keepContent } from '../../work/files/content.ts';
import { sendFile } from '../../work/files/send-file.ts';
import { checkMedium, MAX_BYTES, MB } from './check-media.ts';
import type { ShopContext } from './publish.ts';

/** Beside customers' files, which have a clean-up of their own. Part of every backup. */
export const mediaFolder = (dataDir: string): string => join(dataDir, 'media');
const ARRIVING = '.arriving';

const MEDIA_TYPES = { webp: 'image/webp', mp4: 'video/mp4', mp3: 'audio/mpeg', vtt: 'text/vtt' };
const NAME = /\b([\da-f]{64})\.(?:webp|mp4|mp3|vtt)\b/g;

const media = new Map(entries.flatMap((entry) => ('medium' in entry ? [[entry.key, entry] as const] : [])));

/** The owner's files: uploaded here, then named by a version. */
export function mediaRoutes(mount: Mount, context: ShopContext): void {
  const folder = mediaFolder(context.settings.dataDir);

  mount('POST /api/json/shop/media/:key', async ({ params, ctx }) => {
    const medium = media.get(params.key);
    if (!medium) throw notFound();
    const arriving = join(folder, ARRIVING);
    mkdirSync(arriving, { recursive: true, mode: 0o700 });
    const file = join(arriving, randomUUID());
    try {
      await receive(context, ctx, medium, file);
      const kept = await checkMedium(medium, file);
      const { hash } = await hashOf(kept);
      const name = `${hash}.${MEDIUM_TYPES[medium.medium]}`;
      recordDetail({ file: name });
      await inTransaction(context.db, () => {});
      await keepContent(kept, folder, hash, context.now());
      return { file: name };
    } finally {
      for (const end of ['', '.webp', '.webp.part']) rmSync(file + end, { force: true });
    }
  });

  mount('GET /api/json/shop/media/:file', async ({ params: { file }, ctx }) => {
    const [hash = '', extension = ''] = file.split('.');
    const mediaType = MEDIA_TYPES[extension as keyof typeof MEDIA_TYPES];
    const settings = { ...context.settings, dataDir: folder };
    await sendFile({ settings }, ctx, { hash, name: file, mediaType, hasPreview: false }, false);
  });
}

/** Writes the body to a file, and no more of it than the kind may have. */
async function receive(context: ShopContext, ctx: Context, medium: Medium, file: string): Promise<void> {
  const most = MAX_BYTES[medium.medium];
  const tooLarge = () => fileRefused(413, `This file is too large. It can have up to ${most / MB} MB.`);
  const length = Number(ctx.get('Content-Length'));
  if (length > most) throw tooLarge();
  requireSpace(context, most);
  let received = 0;
  const limited = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      received += piece.length;
      if (received > most) throw tooLarge();
      yield piece;
    }
  };
  await pipeline(ctx.req, limited, createWriteStream(file, { mode: 0o600 }));
  if (received === 0) throw fileRefused(400, 'This file is empty. Please choose another one.');
}

/** The keys whose file isn't here: it was never saved, and so deleted a day after its upload. */
export function lostMedia(dataDir: string, content: Content): string[] {
  return [...media.keys()].filter((key) => {
    const own = mediumOf(content, key);
    return own && !existsSync(contentFile(mediaFolder(dataDir), own.file.split('.')[0] ?? ''));
  });
}

/** Deletes files that no version names, a day after they were uploaded, and uploads that were cut off. */
export async function cleanMedia({ db, settings, now }: ShopContext): Promise<void> {
  const folder = mediaFolder(settings.dataDir);
  const rows = db.select({ values: shopVersions.values }).from(shopVersions);
  const named = new Set(
    rows
      .where(ne(shopVersions.state, 'discarded'))
      .all()
      .flatMap(({ values }) => [...JSON.stringify(values.content).matchAll(NAME)].map(([, hash]) => hash)),
  );
  for (const part of [join(folder, ARRIVING), ...partsOf(filesFolder(folder))])
    for (const name of existsSync(part) ? readdirSync(part) : []) {
      const file = join(part, name);
      const isOld = now().getTime() - statSync(file).mtimeMs > DAY_MS;
      if (isOld && !named.has(name)) rmSync(file);
    }
}

const partsOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((part) => join(folder, part)) : [];
