import { settingsOf } from '../../db/connection-store.ts';
import type { Db } from '../../db/client.ts';
import { readEnv, type Env } from '../../base/settings/env.ts';
import { openShopDatabase } from '../../operations/open-database.ts';

/** Opens the shop's settings and its migrated database for a command. */
export function openShop(): { env: Env; db: Db } {
  const env = readEnv();
  const db = openShopDatabase(env);
  return { env: settingsOf(db, env).env, db };
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
