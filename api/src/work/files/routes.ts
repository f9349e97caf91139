import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { WorkContext } from '../context.ts';
import { appendAudit } from '../../db/audit-log.ts';
import { numberOf } from '../../db/cases.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { ApiError, badInput, factorRequired, fileRefused, notFound, uploadGone } from '../../base/errors.ts';
import { mayCaller } from '../../people/session/session.ts';
import { isCertificate } from '../customers/customer-store.ts';
import { beginUpload, MAX_FILE_BYTES, requireSpace } from './begin-upload.ts';
import { finishUpload, requireSender } from './finish-upload.ts';
import * as fileStore from './order-file-store.ts';
import { sendFile } from './send-file.ts';

const TUS = '1.0.0';
/** What the tus server reads of a request. */
const HEADERS = ['tus-resumable', 'upload-offset', 'upload-length', 'content-type', 'content-length'];

/** Uploads by the tus protocol, and what administrators download. */
export function fileRoutes(mount: Mount, context: WorkContext): void {
  const { db, uploads } = context;

  mount('OPTIONS /api/files', ({ ctx }) => {
    ctx.set({
      'Tus-Resumable': TUS,
      'Tus-Version': TUS,
      'Tus-Extension': 'creation,creation-with-upload,termination',
      'Tus-Max-Size': String(MAX_FILE_BYTES),
    });
    ctx.status = 204;
  });

  mount('POST /api/files', async ({ ctx }) => {
    const { tus } = await uploads.open();
    const { Metadata } = await import('@tus/server');
    const sent = readMetadata(Metadata.parse, ctx.get('Upload-Metadata'));
    const length = /^\d{1,15}$/.test(ctx.get('Upload-Length')) ? Number(ctx.get('Upload-Length')) : 0;
    if (ctx.session?.mustAddFactor && !sent['key'] && sent['order']) throw factorRequired();
    const adminId = mayCaller(ctx, 'work') ? ctx.session?.adminId : undefined;
    const { id } = await beginUpload(context, sent, length, { address: ctx.ip, adminId });
    try {
      await pass(ctx, tus, { 'upload-metadata': Metadata.stringify({ id }) });
    } catch (error) {
      await uploads.remove(id);
      throw error;
    }
    if (ctx.response.get('Upload-Offset') === String(length)) await finishUpload(context, id, ctx.ip);
  });

  mount('HEAD /api/files/:id', async ({ params: { id }, ctx }) => {
    const { tus, store } = await uploads.open();
    const pending = uploads.find(id);
    if (pending) await requireSender(context, pending);
    const upload = pending && (await store.getUpload(id).catch(() => undefined));
    // The answer to its last bytes may have been lost, or nothing could be stored then.
    if (upload && upload.offset === upload.size) await finishUpload(context, id, ctx.ip);
    const stored = fileStore.byId(db, id);
    if (!stored) return pass(ctx, tus);
    const size = String(stored.size);
    ctx.set({ 'Tus-Resumable': TUS, 'Upload-Offset': size, 'Upload-Length': size });
    ctx.body = '';
  });

  mount('PATCH /api/files/:id', async ({ params: { id }, ctx }) => {
    const { tus } = await uploads.open();
    const upload = uploads.find(id);
    if (!upload) throw uploadGone();
    await requireSender(context, upload);
    requireSpace(context, 0);
    await pass(ctx, tus);
    if (ctx.response.get('Upload-Offset') === String(upload.size)) await finishUpload(context, id, ctx.ip);
  });

  mount('DELETE /api/files/:id', async ({ params: { id }, ctx }) => {
    const { tus } = await uploads.open();
    const stored = fileStore.byId(db, id);
    if (!stored) return pass(ctx, tus);
    // A customer's file is removed by the order's page.
    const mayRemove = stored.caseId === null || (stored.adminId !== null && mayCaller(ctx, 'work'));
    if (!mayRemove || stored.deliveryId !== null) throw notFound();
    await inTransaction(db, () => {
      fileStore.remove(db, id);
      if (stored.adminId === null) return;
      const { adminId = null, name: who = '' } = ctx.session ?? {};
      const about = { record: stored.caseId && numberOf(db, stored.caseId), detail: { file: id } };
      appendAudit(db, { adminId, who, address: ctx.ip, action: 'file-removed', ...about }, context.now());
    });
    ctx.set('Tus-Resumable', TUS);
    ctx.status = 204;
  });

  mount('GET /api/json/files/:id', async ({ params, query, ctx }) => {
    const file = fileStore.byId(db, params.id);
    if (!file || !(mayCaller(ctx, 'work') || isCertificate(db, file.id))) throw notFound();
    await sendFile(context, ctx, file, query.preview !== undefined);
  });
}

type Tus = Awaited<ReturnType<WorkContext['uploads']['open']>>['tus'];

/** Lets the tus server answer. Its refusals become ours, which people can read. */
async function pass(ctx: Context, tus: Tus, more: Record<string, string> = {}): Promise<void> {
  const headers = new Headers(more);
  for (const name of HEADERS) if (ctx.get(name)) headers.set(name, ctx.get(name));
  const hasBody = ctx.method === 'POST' || ctx.method === 'PATCH';
  const answer = await tus.handleWeb(
    new Request(`http://localhost${ctx.path}`, {
      method: ctx.method,
      headers,
      // Its bytes go to the disk as they come in.
      ...(hasBody && { body: Readable.toWeb(ctx.req) as ReadableStream, duplex: 'half' }),
    }),
  );
  if (answer.status >= 400) throw refusal(answer.status, await answer.text());
  for (const name of ['Tus-Resumable', 'Location', 'Upload-Offset', 'Upload-Length'])
    ctx.set(name, answer.headers.get(name) ?? []);
  ctx.status = answer.status;
  ctx.body = ctx.status === 204 ? null : '';
}

function refusal(status: number, text: string): ApiError {
  if (status === 404 || status === 410) return uploadGone();
  if (status === 413) return fileRefused(413, 'This file is larger than expected. Please add it again.');
  if (status >= 500)
    return new ApiError(503, 'upload_failed', 'We couldn’t upload this file. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  return new ApiError(status, 'upload_refused', text.trim());
}

function readMetadata(
  parse: (text: string) => Record<string, string | null>,
  text: string,
): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parse(text)).map(([name, value]) => [name, value ?? '']));
  } catch {
    throw badInput('Upload-Metadata is missing or can’t be read.');
  }
}
