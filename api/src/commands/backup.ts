/** `pnpm backup FILE` */
import { resolve } from 'node:path';
import { readEnv } from '../env.ts';
import { backupShop } from './backup-shop.ts';
import { databaseFile } from '../open-database.ts';
import { runCommand } from './open-shop.ts';

await runCommand(async () => {
  const target = process.argv[2];
  if (!target) throw new Error('Missing file name. Example: pnpm backup monday.db');
  const file = resolve(process.env['INIT_CWD'] ?? '.', target);
  await backupShop(databaseFile(readEnv()), file);
  console.log(`Backup saved to ${file}.`);
});
