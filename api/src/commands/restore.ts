/** `pnpm restore FILE` */
import { resolve } from 'node:path';
import { readEnv } from '../env.ts';
import { restoreShop } from './backup-shop.ts';
import { databaseFile, runCommand } from './open-shop.ts';

await runCommand(() => {
  const source = process.argv[2];
  if (!source) throw new Error('From which file? For instance: pnpm restore monday.db');
  const kept = restoreShop(
    databaseFile(readEnv()),
    resolve(process.env['INIT_CWD'] ?? '.', source),
    new Date(),
  );
  console.log(kept ? `Restored. What was there before is in ${kept}.` : 'Restored.');
});
