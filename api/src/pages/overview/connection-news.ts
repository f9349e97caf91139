import type { OverviewResponse } from '@northlight/shared/contracts/overview.ts';
import { kindOf } from '../../base/settings/connections.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';

/** The connections that were changed since an owner last said that they know. */
export function connectionNews(db: Db, adminId: number): Pick<OverviewResponse, 'changedConnections'> {
  const unseen = readShopSettings(db).connectionNews.filter(({ seenBy }) => !seenBy.includes(adminId));
  if (unseen.length === 0) return {};
  return {
    changedConnections: unseen.map(({ id, news, by, at }) => ({
      label: kindOf(id).label,
      news,
      by,
      at: new Date(at).toISOString(),
    })),
  };
}

/** An owner knows what happened until then. Call it inside a transaction. */
export function dismissConnectionNews(db: Db, adminId: number, until: Date, now: Date): void {
  const connectionNews = readShopSettings(db).connectionNews.map((one) =>
    one.at <= until.getTime() ? { ...one, seenBy: [...new Set([...one.seenBy, adminId])] } : one,
  );
  saveShopSettings(db, { connectionNews }, adminId, now);
}
