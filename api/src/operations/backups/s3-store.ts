import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { S3mini } from 's3mini';
import type { S3Settings } from '../../base/settings/backup-settings.ts';
import type { Store } from './store.ts';

const HINTS: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist. Check BACKUP_TO.',
  InvalidAccessKeyId: 'it does not know AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is wrong.',
  AccessDenied: 'these keys don’t have permission to read, write, and list there.',
  RequestTimeTooSkewed: 'this machine’s clock is wrong.',
};

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
  };
}

function reasonOf(error: unknown): string {
  const { code, cause, status } = error as { code?: string; cause?: { code?: string }; status?: number };
  const name = cause?.code ?? code ?? '';
  return HINTS[name] ?? [status, name || String(error)].filter(Boolean).join(' ');
}
