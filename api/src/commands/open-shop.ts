import { join } from 'node:path';
import { openDatabase, type Db } from '../db/client.ts';
import { rebuildSearch } from '../search/rebuild-search.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { readEnv, type Env } from '../env.ts';

export const databaseFile = ({ dataDir }: Pick<Env, 'dataDir'>): string => join(dataDir, 'northlight.db');

/** Opens the shop's settings and its migrated database for a command. */
export function openShop(): { env: Env; db: Db } {
  const env = readEnv();
  const db = openDatabase(databaseFile(env));
  migrateDatabase(db);
  rebuildSearch(db);
  return { env, db };
}

/** Runs a command. An error is printed as one line and sets the exit code. */
export async function runCommand(command: () => void | Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
