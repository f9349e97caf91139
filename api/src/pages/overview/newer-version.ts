import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { NewerVersion } from '@northlight/shared/contracts/overview.ts';
import { projectRoot } from '../../base/paths.ts';
import type { Db } from '../../db/client.ts';
import type { AppContext } from '../../money/context.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 16_384;
const COMMAND = 'git -C northlight pull && northlight/deploy/install';

const Feed = z.object({
  version: z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)),
  news: z.string().check(z.maxLength(500)),
});

/** The newest version, where it is newer than this one. */
const known = new WeakMap<Db, z.infer<typeof Feed>>();

const own = (): string => JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;
const compare = new Intl.Collator('en', { numeric: true }).compare;

/** Undefined without a feed, and while this is the newest version. */
export function newerVersion({ db }: AppContext): NewerVersion | undefined {
  const newest = known.get(db);
  return newest && { ...newest, command: COMMAND };
}

/** Reads the feed of versions, if the server has one. It is told nothing about this shop. */
export async function readVersions(
  { db, settings: { versionFeed } }: Pick<AppContext, 'db' | 'settings'>,
  get: typeof fetch = fetch,
): Promise<void> {
  if (!versionFeed) return;
  const answer = await get(versionFeed, {
    redirect: 'error',
    headers: { 'User-Agent': 'Northlight' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok || !answer.body) throw new Error(`The feed of versions answered ${answer.status}.`);
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new Error('The feed of versions is too long.');
    read.push(piece);
  }
  const newest = Feed.parse(JSON.parse(Buffer.concat(read).toString('utf8')));
  if (compare(newest.version, own()) > 0) known.set(db, newest);
  else known.delete(db);
}
