import { rmSync } from 'node:fs';
import type { WorkContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scriptFile } from '../../base/paths.ts';
import { startPoller, type Poller } from '../../base/poller.ts';
import { runScript } from '../../base/run-script.ts';
import { contentFile, previewFile, previewFiles } from './content.ts';
import * as fileStore from './order-file-store.ts';

const LOOK_EVERY_MS = 60_000;
const LIMIT_MS = 20_000;

/**
 * Makes the previews of pictures, one at a time. The server itself never decodes a picture: a hostile one ends
 * at most a process that knows no secrets.
 */
export function startPreviews(
  context: Pick<WorkContext, 'db' | 'settings' | 'log'>,
  script = scriptFile('make-preview'),
  limitMs = LIMIT_MS,
): Poller {
  const { db, settings, log } = context;
  return startPoller(
    LOOK_EVERY_MS,
    async (signal) => {
      const hash = fileStore.nextWithoutPreview(db);
      if (hash === undefined) return false;
      const files = [contentFile(settings.dataDir, hash), previewFile(settings.dataDir, hash)];
      const failure = await runScript(script, files, { signal, limitMs, env: {} }).then(
        () => null,
        (error: unknown) => error,
      );
      if (signal.aborted) return false;
      if (failure) log.info({ err: failure, hash }, 'a picture has no preview');
      await inTransaction(db, () => fileStore.recordPreview(db, hash, failure === null));
      // The person may have been erased meanwhile.
      if (!fileStore.isStored(db, hash))
        for (const file of previewFiles(settings.dataDir, hash)) rmSync(file, { force: true });
      return true;
    },
    (error) => log.error({ err: error }, 'could not make a preview'),
  );
}
