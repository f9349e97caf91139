import { relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { optionalUrl, refuse } from './variables.ts';

const MIN_KEY_LENGTH = 20;
const KEEP = /^([1-9]\d{0,3})h ([1-9]\d{0,3})d$/;
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w./-]*))?$/;

/** The environment variables of backups. */
export const backupVariables = {
  BACKUP_TO: z.optional(z.string()),
  BACKUP_S3_ENDPOINT: optionalUrl('BACKUP_S3_ENDPOINT', /^https?$/, 'https://s3.example.com'),
  BACKUP_KEY: z.optional(
    z.string().check(z.minLength(MIN_KEY_LENGTH, `BACKUP_KEY must be at least ${MIN_KEY_LENGTH} characters`)),
  ),
  BACKUP_KEEP: z._default(
    z.string().check(z.regex(KEEP, 'BACKUP_KEEP must be a number of hours and days such as 24h 30d')),
    '24h 30d',
  ),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_REGION: z._default(z.string(), 'us-east-1'),
};
const Variables = z.object(backupVariables);
type Variables = z.infer<typeof Variables>;

export type S3Settings = {
  /** The address of the bucket. */
  endpoint: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type BackupSettings = {
  /** Where backups go: a folder or a store. Null if BACKUP_TO is not set. */
  to: { folder: string } | { s3: S3Settings } | null;
  /** Encrypts backups. */
  key: string | undefined;
  /** How many hours and days keep their newest backup. */
  keep: { hours: number; days: number };
};

/** Checks the form only. A missing disk or store must not keep the shop from starting. */
export function backupSettings(
  settings: Variables,
  { projectRoot, dataDir }: { projectRoot: string; dataDir: string },
): BackupSettings {
  const { BACKUP_TO: to, BACKUP_KEY: key } = settings;
  const [, hours, days] = KEEP.exec(settings.BACKUP_KEEP) ?? [];
  const keep = { hours: Number(hours), days: Number(days) };
  if (to === undefined) return { to: null, key, keep };
  if (/^\w{2,}:/.test(to)) return { to: { s3: s3Settings(to, settings) }, key, keep };
  const folder = resolve(projectRoot, to);
  const fromData = relative(dataDir, folder);
  if (fromData === '' || !fromData.startsWith('..'))
    refuse('BACKUP_TO must be outside DATA_DIR, best on another disk');
  return { to: { folder }, key, keep };
}

function s3Settings(to: string, settings: Variables): S3Settings {
  const [, bucket, path = ''] =
    S3_ADDRESS.exec(to) ??
    refuse('BACKUP_TO must be a folder, or an address such as s3://my-bucket/northlight');
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
  } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return refuse('BACKUP_TO also needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const host = (settings.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  const prefix = path.replace(/^\/+|\/+$/g, '');
  return {
    endpoint: `${host}/${bucket}`,
    prefix: prefix && `${prefix}/`,
    region,
    accessKeyId,
    secretAccessKey,
  };
}
