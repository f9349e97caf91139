import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { S3mini } from 's3mini';
import type { S3Settings } from '../../base/settings/backup-settings.ts';
import { DAY_MS } from '../../base/units.ts';
import type { Store } from './store.ts';

const HINTS: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist. Check BACKUP_TO.',
  InvalidAccessKeyId: 'it does not know AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is wrong.',
  AccessDenied: 'these keys don’t have permission to read, write, and list there.',
  RequestTimeTooSkewed: 'this machine’s clock is wrong.',
};

/** Backblaze B2. */
const ALWAYS_VERSIONED = /\.backblazeb2\.com\b/;
/** A rule removes what was deleted a day ago, and stores take their time. */
const RULE_MS = 3 * DAY_MS;
const PROVEN_MS = 7 * DAY_MS;
/** The oldest come first. */
const MOST_READ = 1_000;

/** A store that speaks S3. The bucket is part of the path, which self-hosted stores need. */
export function s3Store({ prefix, ...settings }: S3Settings): Store {
  const bucket = new S3mini(settings);
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw new Error(`The store at ${settings.endpoint} failed: ${reasonOf(error)}`, { cause: error });
    }
  };
  return {
    list: async () => {
      const found = await told(bucket.listObjects('/', prefix));
      if (found === null)
        throw new Error(`The store at ${settings.endpoint} failed: ${HINTS['NoSuchBucket']}`);
      return found.map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Number(Size) }));
    },
    save: async (name, file) => {
      await told(bucket.putAnyObject(prefix + name, await openAsBlob(file)));
    },
    fetch: async (name, folder) => {
      const response = await told(bucket.getObjectResponse(prefix + name));
      if (!response?.body) throw new Error(`The store at ${settings.endpoint} has no backup named ${name}.`);
      const file = join(folder, name);
      await told(pipeline(response.body, createWriteStream(file)));
      return file;
    },
    remove: async (name) => {
      await told(bucket.deleteObject(prefix + name));
    },
    keepsDeleted: async (now) => {
      const state = await bucket.getBucketVersioning().catch(() => null);
      const isVersioned = (state ?? 'Off') !== 'Off' || ALWAYS_VERSIONED.test(settings.endpoint);
      if (!isVersioned) return state && false;
      const all =
        (await bucket.listObjects('/', prefix, MOST_READ, { versions: true }).catch(() => null)) ?? [];
      const older = (ms: number) =>
        all.filter(({ LastModified }) => now.getTime() - LastModified.getTime() > ms);
      const hidden = new Set(older(RULE_MS).flatMap((one) => (one.IsDeleteMarker ? one.Key : [])));
      const isKept = all.some(({ Key, IsDeleteMarker }) => !IsDeleteMarker && hidden.has(Key));
      // By then, the first backups were deleted, and a lifecycle rule has removed them or not.
      return isKept || !older(PROVEN_MS).some((one) => one.IsLatest && !one.IsDeleteMarker);
    },
  };
}

/** What may be told of others: anybody could be at the address. */
const TOLD =
  /^(?:AuthorizationHeaderMalformed|PermanentRedirect|InternalError|ServiceUnavailable|SlowDown|EntityTooLarge|QuotaExceeded|InvalidBucketName|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ENOSPC)$/;
export const NO_STORE = 'nothing answers there as an S3-compatible store. Check its address.';

function reasonOf(error: unknown): string {
  const { code, cause, status } = error as { code?: string; cause?: { code?: string }; status?: number };
  const name = cause?.code ?? code ?? '';
  if (HINTS[name]) return HINTS[name];
  return TOLD.test(name) ? [status, name].filter(Boolean).join(' ') : NO_STORE;
}
