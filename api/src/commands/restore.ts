/** `pnpm restore FILE` */
import { resolve } from 'node:path';
import { readEnv } from '../env.ts';
import { restoreShop } from './backup-shop.ts';
import { databaseFile } from '../open-database.ts';
import { runCommand } from './open-shop.ts';

await runCommand(() => {
  const source = process.argv[2];
  if (!source) throw new Error('Missing file name. Example: pnpm restore monday.db');
  const kept = restoreShop(
    databaseFile(readEnv()),
    resolve(process.env['INIT_CWD'] ?? '.', source),
    new Date(),
  );
  console.log(kept ? `Restored. The previous database is in ${kept}.` : 'Restored.');
});
