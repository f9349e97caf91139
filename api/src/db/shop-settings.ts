import type { ShopSettings } from '@northlight/shared/contracts/business.ts';
import { desc, notInArray } from 'drizzle-orm';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import { shopSettings } from './schema/server.ts';

const DEFAULTS = { requireSecondFactor: false, confirmRefundsAbove: 100, staffQuoteLimit: 1_000 };

/** How many changes can be undone. */
const KEPT = 10;

const newest = prepared((db) =>
  db.select({ values: shopSettings.values }).from(shopSettings).orderBy(desc(shopSettings.id)).limit(1),
);

/** Saves a change. Call it inside a transaction. */
export function saveShopSettings(db: Db, change: Partial<ShopSettings>, adminId: number, now: Date): void {
  db.insert(shopSettings)
    .values({ values: { ...readShopSettings(db), ...change }, adminId, createdAt: now })
    .run();
  const kept = db
    .select({ id: shopSettings.id })
    .from(shopSettings)
    .orderBy(desc(shopSettings.id))
    .limit(KEPT);
  db.delete(shopSettings).where(notInArray(shopSettings.id, kept)).run();
}

/** What was last saved in the dashboard, with defaults for the rest. */
export const readShopSettings = (db: Db): ShopSettings & typeof DEFAULTS => ({
  ...DEFAULTS,
  ...newest(db).get()?.values,
});
