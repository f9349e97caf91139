/**
 * `pnpm run doctor`: checks the shop, whether its server is running or not. Exits with 1 if something is wrong. With names of
 * checks, such as `Address`, it runs only those, says only what is wrong, and exits with 2 if that is only not known.
 */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { DoctorLine } from '@northlight/shared/contracts/operations.ts';
import { settingsOf } from '../../db/connection-store.ts';
import type { Db } from '../../db/client.ts';
import { readEnv, type Env } from '../../base/settings/env.ts';
import { databaseFile } from '../open-database.ts';
import { failure, messageOf, named } from './check.ts';
import { runDoctor, runDoctorChecks } from './run-doctor.ts';

const LABELS = { ok: 'ok', warning: 'WARNING', failure: 'FAILED', todo: 'to do', off: 'off' };

const names = process.argv.slice(2);
const lines = await examine();
if (names.length > 0) sayWrong();
else sayAll();

function sayWrong(): void {
  const wrong = lines.filter(
    ({ name, state }) => names.includes(name) && (state === 'warning' || state === 'failure'),
  );
  for (const { message, advice } of wrong) console.log([message, advice ?? ''].join(' ').trimEnd());
  if (wrong.length > 0) process.exitCode = wrong.some(({ state }) => state === 'failure') ? 1 : 2;
}

function sayAll(): void {
  for (const { name, state, message, advice } of lines)
    console.log([LABELS[state].padEnd(8), name.padEnd(14), message, advice ?? ''].join(' ').trimEnd());
  const problems = lines.filter(({ state }) => state === 'warning' || state === 'failure').length;
  console.log(problems === 0 ? '\nNo problems found.' : `\nProblems: ${problems}.`);
  process.exitCode = problems === 0 ? 0 : 1;
}

async function examine(): Promise<DoctorLine[]> {
  let settings: Env;
  try {
    settings = readEnv();
  } catch (error) {
    return [named('Settings', failure(`${messageOf(error)}.`, 'Correct it in .env or the environment.'))];
  }
  const file = databaseFile(settings);
  if (!existsSync(file))
    return [
      named(
        'Database',
        failure(`There is no database at ${file}.`, 'Start the shop once, or correct DATA_DIR.'),
      ),
    ];
  try {
    const db = openReadOnly(file);
    const saved = settingsOf(db, settings).env;
    const context = { settings: saved, db, now: () => new Date() };
    const found = await (names.length > 0 ? runDoctorChecks(names, context) : runDoctor(context));
    db.$client.close();
    return found;
  } catch (error) {
    return [
      named('Database', failure(`${file}: ${messageOf(error)}.`, 'Keep the file, and restore a backup.')),
    ];
  }
}

/** Takes no lock that a running shop would wait for, and migrates nothing. */
function openReadOnly(file: string): Db {
  const client = new Database(file, { readonly: true });
  client.pragma('schema_version');
  return drizzle({ client });
}
