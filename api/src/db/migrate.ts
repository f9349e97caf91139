import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { Db } from './client.ts';
import { promoCodes, sequenceCounter } from './schema.ts';

export const ORDER_COUNTER = 'orders';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Migrates the database and adds the rows that the shop needs. Safe to repeat. */
export function migrateDatabase(db: Db): void {
  migrate(db, { migrationsFolder });
  db.insert(sequenceCounter).values({ name: ORDER_COUNTER }).onConflictDoNothing().run();
  db.insert(promoCodes).values({ code: 'SAVE50', amountOffCents: 5_000 }).onConflictDoNothing().run();
}
