import { hasRight, type Right, type Role } from '@northlight/shared/contracts/rights.ts';
import { desc } from 'drizzle-orm';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import { type ShopSettings, shopSettings } from './schema/server.ts';

const DEFAULTS: Required<ShopSettings> = {
  requireSecondFactor: false,
  confirmRefundsAbove: 100,
  staffQuoteLimit: 1_000,
  staffSeesRevenue: false,
  replies: [],
  reminderDays: [1, 3, 7],
  asksForReview: false,
  rules: {},
  isSetupDismissed: false,
  samples: {},
  isClaimed: false,
  isLiveHeld: false,
  tookLive: null,
  triesTest: false,
  restoredAt: null,
  connectionNews: [],
};

const newest = prepared((db) =>
  db
    .select({ id: shopSettings.id, values: shopSettings.values })
    .from(shopSettings)
    .orderBy(desc(shopSettings.id))
    .limit(1),
);

/** Saves a change. Call it inside a transaction. */
export function saveShopSettings(
  db: Db,
  change: Partial<ShopSettings>,
  adminId: number | null,
  createdAt: Date,
): void {
  const before = newest(db).get();
  // Without the defaults, so that those of a later version count where nobody has chosen anything.
  const row = { values: { ...before?.values, ...change }, adminId, createdAt };
  db.insert(shopSettings)
    .values({ id: before?.id, ...row })
    .onConflictDoUpdate({ target: shopSettings.id, set: row })
    .run();
}

/** What was last saved in the dashboard, with defaults for the rest. */
export const readShopSettings = (db: Db): typeof DEFAULTS => ({
  ...DEFAULTS,
  ...newest(db).get()?.values,
});

/** Whether what goes out of the shop waits, because the machine that it was restored from may still run. */
export const waitsForOldMachine = (db: Db): boolean => readShopSettings(db).restoredAt !== null;

/** Whether a role has a right in this shop. */
export const mayInShop = (db: Db, role: Role | undefined, right: Right): boolean =>
  hasRight(role, right, right === 'revenue' && readShopSettings(db).staffSeesRevenue);
