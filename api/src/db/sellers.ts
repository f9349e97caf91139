import { count, desc, eq, lte, max } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { BusinessSettings } from '@northlight/shared/contracts/shop.ts';
import type { Env } from '../base/settings/env.ts';
import { startOfDay } from '../base/business-hours.ts';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import { invoices } from './schema/invoices.ts';
import { sellers, shopVersions, type Seller } from './schema/server.ts';

// An invoice names whoever sold it, and its dates are those of the seller's time zone. A document has a time, and this
// has the seller of each time: so a business that moves changes no document, in no download and no archive.

const latest = prepared((db, given) =>
  db
    .select()
    .from(sellers)
    .where(lte(sellers.since, given('at')))
    .orderBy(desc(sellers.since))
    .limit(1),
);

const all = prepared((db) => db.select().from(sellers).orderBy(sellers.since));

/** The seller of a document that was given at this time. */
export function sellerAt(db: Db, at: Date): Seller {
  const row = latest(db).get({ at: at.getTime() }) ?? all(db).get();
  if (!row) throw new Error('Nobody has sold anything yet.');
  return row.seller;
}

/** When a month such as "2026-11" of the books begins, by the days that its documents have. */
export function startOfMonth(db: Db, month: string): Date {
  const rows = all(db).all();
  for (const [index, { since, seller }] of rows.entries()) {
    const start = startOfDay(seller, `${month}-01`);
    const until = rows[index + 1]?.since;
    if (!until || start < until) return start > since ? start : since;
  }
  throw new Error('Nobody has sold anything yet.');
}

/** Notes who sells from now on, if that has changed. */
export function noteSeller(db: Db, seller: Seller, now: Date): void {
  const before = all(db).all().at(-1);
  // Its own form, in which what is undefined is missing.
  const stored: Seller = JSON.parse(JSON.stringify(seller));
  if (before && isDeepStrictEqual(before.seller, stored)) return;
  // After the one before, also if the clock was set back.
  const since = before && before.since >= now ? new Date(before.since.getTime() + 1) : now;
  db.insert(sellers)
    .values({ since: before ? since : new Date(0), seller: stored })
    .run();
}

/**
 * Gives the documents of a database from before there were sellers those of their day: of the published versions, and of the
 * oldest one before it. Returns how many documents there are, or null if nothing was to be done.
 */
export function fillSellers(db: Db, sellerOf: (published: BusinessSettings | null) => Seller): number | null {
  if (all(db).get()) return null;
  const versions = db
    .select()
    .from(shopVersions)
    .where(eq(shopVersions.state, 'published'))
    .orderBy(shopVersions.publishedAt, shopVersions.id)
    .all();
  for (const { values, publishedAt } of versions)
    noteSeller(db, sellerOf(values.business), publishedAt ?? new Date(0));
  const newest = db
    .select({ number: max(invoices.number) })
    .from(invoices)
    .get()?.number;
  return newest ? (db.select({ number: count() }).from(invoices).get()?.number ?? 0) : 0;
}

export const sellerIn = ({ business, hours: { timeZone } }: Pick<Env, 'business' | 'hours'>): Seller => ({
  business,
  timeZone,
});
