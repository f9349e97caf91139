/** `pnpm person:export EMAIL`: saves everything about a person as a tar archive in the current folder. */
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { exportPerson } from '../../privacy/export-person.ts';
import { openShop, runCommand } from './open-shop.ts';

const now = () => new Date();

await runCommand(async () => {
  process.umask(0o077);
  const [email] = process.argv.slice(2);
  if (!email?.includes('@'))
    throw new Error('Enter an email address, for example: pnpm person:export ada@example.com');
  const { env, db } = openShop();
  const archive = await exportPerson({ db, settings: env, now }, email);
  if (!archive) throw new Error(`Nothing is stored about ${email}.`);
  const target = resolve(process.env['INIT_CWD'] ?? '.', `person-${now().toISOString().slice(0, 10)}.tar`);
  try {
    await copyFile(archive, target, constants.COPYFILE_EXCL);
  } finally {
    await rm(dirname(archive), { recursive: true });
  }
  console.log(`Saved as ${target}.`);
  db.$client.close();
});
