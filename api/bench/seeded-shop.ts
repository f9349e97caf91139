import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seedShop } from '../seed/seed-shop.ts';
import { databaseFile, openShopDatabase } from '../src/operations/open-database.ts';
import { newDataDir } from './server-process.ts';

/** The data folder of a shop with this many orders, in `folder` if it is to be kept for later runs. */
export async function seededShop(orders: number, folder?: string) {
  const dataDir = folder ? join(folder, String(orders)) : newDataDir();
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(databaseFile({ dataDir }))) return { dataDir, seconds: null, isKept: true };
  const db = openShopDatabase({ dataDir });
  const startedAt = performance.now();
  await seedShop(db, orders, new Date(), {
    onProgress: (done) => {
      if (done % 100_000 === 0) console.error(`seeded ${done} of ${orders}`);
    },
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  db.$client.close();
  return { dataDir, seconds, isKept: folder !== undefined };
}
