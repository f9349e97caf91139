import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variablesOf } from '../../base/settings/connections.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { openStore } from '../backups/store.ts';
import { messageOf } from '../doctor/check.ts';
import { Problem, type Service } from './service.ts';

const CHECK_FILE = 'northlight-check';

export const backupsService: Service = {
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
      throw new Problem('to', inWords(message));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const facts = ['The place can be written, read, and deleted from.'];
    if (values === before) return { facts, ...(test && { test }) };
    const first = { id: randomBytes(9).toString('hex'), to: values['to'] ?? '', at: context.now().getTime() };
    return {
      facts: [...facts, 'The first backup starts now.'],
      test: { ...first, isAnswered: false },
      message: 'Backups connected. The first one starts now.',
    };
  },
};

/** The store's own hints name the settings of the server. */
const inWords = (message: string): string =>
  message
    .replace('AWS_ACCESS_KEY_ID', 'the access key ID')
    .replace('AWS_SECRET_ACCESS_KEY', 'the secret access key')
    .replace('BACKUP_TO', 'the name of the bucket');
