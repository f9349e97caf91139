import type { ShopSettings } from '@northlight/shared/contracts/business.ts';
import { hasRight, type Right, type Role } from '@northlight/shared/contracts/rights.ts';
import { desc, eq, notInArray } from 'drizzle-orm';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import { shopSettings } from './schema/server.ts';

const DEFAULTS: Required<Omit<ShopSettings, 'business'>> = {
  requireSecondFactor: false,
  confirmRefundsAbove: 100,
  staffQuoteLimit: 1_000,
  staffSeesRevenue: false,
  replies: [],
  reminderDays: [1, 3, 7],
  asksForReview: false,
};

/** How many changes can be undone. */
const KEPT = 10;

const newest = prepared((db) =>
  db
    .select({ id: shopSettings.id, values: shopSettings.values })
    .from(shopSettings)
    .orderBy(desc(shopSettings.id))
    .limit(1),
);

/**
 * Saves a change. Only the business can be restored, so other changes take no row of their own. Call it inside a
 * transaction.
 */
export function saveShopSettings(
  db: Db,
  change: Partial<ShopSettings>,
  adminId: number | null,
  now: Date,
): void {
  const values = { ...readShopSettings(db), ...change };
  const last = newest(db).get();
  if (last && !change.business) {
    db.update(shopSettings).set({ values }).where(eq(shopSettings.id, last.id)).run();
    return;
  }
  db.insert(shopSettings).values({ values, adminId, createdAt: now }).run();
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

/** Whether a role has a right in this shop. */
export const mayInShop = (db: Db, role: Role | undefined, right: Right): boolean =>
  hasRight(role, right, right === 'revenue' && readShopSettings(db).staffSeesRevenue);
