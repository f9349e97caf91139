import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { variablesOf } from '../../base/settings/connections.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { projectRoot } from '../../base/paths.ts';
import { firstBackup } from '../backups/backup-worker.ts';
import { NO_STORE } from '../backups/s3-store.ts';
import { openStore } from '../backups/store.ts';
import { messageOf } from '../doctor/check.ts';
import { Problem, type Service } from './service.ts';

const CHECK_FILE = 'northlight-check';

export const backupsService: Service = {
  /** Stores show the bare name of a bucket. */
  complete: (values) =>
    /^[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?$/.test(values['to'] ?? '') &&
    (values['endpoint'] ?? values['accessKeyId']) !== undefined
      ? { ...values, to: `s3://${values['to']}` }
      : values,
  refuse({ to = '', accessKeyId, secretAccessKey }, { dataDir }) {
    if (to.startsWith('s3://')) {
      if (!accessKeyId)
        throw new Problem('accessKeyId', 'A bucket needs an access key. Create one at the store.');
      if (!secretAccessKey)
        throw new Problem(
          'secretAccessKey',
          'Enter the secret of this access key. A saved one is only sent to the store it was saved for.',
        );
    } else if (!isAbsolute(to))
      throw new Problem(
        'to',
        'Write a bucket as s3://NAME and enter its access key, or a folder with its full path, such as /mnt/backups.',
      );
    else refuseFolder(to, dataDir);
  },
  /** Writes a small file, reads it back, and deletes it, as each backup does. */
  async connect({ values, before, env, context, test }) {
    const { backup } = parseEnv({ DATA_DIR: env.dataDir, ...variablesOf('backups', values) });
    const store = openStore(backup);
    if (!store) throw new Problem('to', 'Enter where backups go.');
    const folder = mkdtempSync(join(tmpdir(), 'northlight-check-'));
    const sent = randomBytes(16).toString('hex');
    try {
      writeFileSync(join(folder, 'sent'), sent);
      await store.list();
      await store.save(CHECK_FILE, join(folder, 'sent'));
      const read = readFileSync(await store.fetch(CHECK_FILE, folder), 'utf8');
      if (read !== sent) throw new Error('What was stored there reads differently.');
      await store.remove(CHECK_FILE);
    } catch (error) {
      const message = messageOf(error);
      if (/AuthorizationHeaderMalformed|PermanentRedirect|\b301\b/.test(message))
        throw new Problem(
          'region',
          'The bucket is in another region. Enter the region that the store shows for it.',
        );
      throw new Problem(fieldOf(message), inWords(message));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const facts = ['The place can be written, read, and deleted from.'];
    if (values === before && test) return { facts, test };
    return {
      facts: [...facts, 'The first backup starts now.'],
      test: firstBackup(values['to'] ?? '', context.now()),
      message: 'Backups connected. The first one starts now.',
    };
  },
};

/** Where programs and settings are. A backup there could replace them, and upgrades would remove it. */
const SYSTEM = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/sbin', '/sys', '/usr'];

function refuseFolder(folder: string, dataDir: string): void {
  const real = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  const isIn = (outer: string) => !relative(outer, real).startsWith('..');
  if (real === '/' || SYSTEM.some(isIn) || isIn(projectRoot))
    throw new Problem(
      'to',
      `${folder} belongs to the system or to the shop’s program. Choose another folder, preferably on another disk.`,
    );
  if (isIn(existsSync(dataDir) ? realpathSync(dataDir) : dataDir))
    throw new Problem('to', 'Choose a folder outside the shop’s data, preferably on another disk.');
  if (existsSync(real) && !statSync(real).isDirectory())
    throw new Problem('to', `${folder} is a file. Enter a folder.`);
}

/** Which field a store complains about. */
const fieldOf = (message: string): string =>
  message.includes('AWS_ACCESS_KEY_ID')
    ? 'accessKeyId'
    : message.includes('AWS_SECRET_ACCESS_KEY')
      ? 'secretAccessKey'
      : message.includes(NO_STORE)
        ? 'endpoint'
        : 'to';

/** The store's own hints name the settings of the server. */
const inWords = (message: string): string =>
  message
    .replace('AWS_ACCESS_KEY_ID', 'the access key ID')
    .replace('AWS_SECRET_ACCESS_KEY', 'the secret access key')
    .replace('BACKUP_TO', 'the name of the bucket');
