import S3rver from '@20minutes/s3rver';
import v4 from '@20minutes/s3rver/lib/signature/v4.js';
import type Koa from 'koa';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../fixtures/temp-folder.ts';

// S3 signs the path as it was sent. This server drops the slash after a bucket before it checks. Our client sends none in
// the question about versions.
const { getStringToSign } = v4;
const hasSlash = ({ uri, querystring }: { uri: string; querystring: string }): boolean =>
  uri.lastIndexOf('/') === 0 && querystring !== 'versioning=';
v4.getStringToSign = (request, given) =>
  getStringToSign({ ...request, uri: hasSlash(request) ? `${request.uri}/` : request.uri }, given);

type Kept = { at: Date; deletedAt: Date | null };

/** A bucket that keeps versions: deleting only hides. `kept` has what it has of each file. */
function versioning(kept: Map<string, Kept>, now: () => Date): Koa.Middleware {
  const isHidden = (key: string) => Boolean(kept.get(key)?.deletedAt);
  const entry = (kind: string, key: string, isLatest: boolean, at: Date) =>
    `<${kind}><Key>${key}</Key><VersionId>${kind}</VersionId><IsLatest>${isLatest}</IsLatest><LastModified>${at.toISOString()}</LastModified></${kind}>`;
  return async (ctx, next) => {
    const key = decodeURIComponent(ctx.path.split('/').slice(2).join('/'));
    const file = kept.get(key);
    if (ctx.query['versioning'] !== undefined) {
      ctx.body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    } else if (ctx.query['versions'] !== undefined) {
      const entries = [...kept].map(([name, { at, deletedAt }]) => [
        entry('Version', name, !deletedAt, at),
        deletedAt ? entry('DeleteMarker', name, true, deletedAt) : '',
      ]);
      ctx.body = `<ListVersionsResult>${entries.flat().join('')}</ListVersionsResult>`;
    } else if (ctx.method === 'DELETE' && file) {
      file.deletedAt = now();
      ctx.status = 204;
    } else if (isHidden(key) && ctx.method !== 'PUT') {
      ctx.status = 404;
      ctx.body = '<Error><Code>NoSuchKey</Code></Error>';
    } else {
      await next();
      if (ctx.method === 'PUT') kept.set(key, { at: now(), deletedAt: null });
      else if (typeof ctx.body === 'string')
        ctx.body = ctx.body.replaceAll(
          /<Contents>.*?<Key>(.*?)<\/Key>.*?<\/Contents>/gs,
          (all, name: string) => (isHidden(name) ? '' : all),
        );
      return;
    }
    ctx.type = 'xml';
  };
}

/**
 * A local server that speaks S3 and checks signatures. Returns the settings of a shop that backs up to it. `keepsVersions`
 * is the clock of a bucket in which deleting only hides.
 */
export async function startS3({
  keepsVersions,
  address = '127.0.0.1',
}: { keepsVersions?: () => Date; address?: string } = {}) {
  const directory = tempFolder();
  const server = new S3rver({
    address,
    port: 0,
    silent: true,
    directory,
    // The name of a machine is not that of a bucket.
    vhostBuckets: false,
    configureBuckets: [{ name: 'studio' }],
  });
  const kept = new Map<string, Kept>();
  if (keepsVersions) server.middleware.unshift(versioning(kept, keepsVersions));
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return {
    directory,
    kept,
    variables: {
      BACKUP_TO: 's3://studio/northlight',
      BACKUP_S3_ENDPOINT: `http://${address}:${port}`,
      // The only account that the server knows.
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
  };
}
