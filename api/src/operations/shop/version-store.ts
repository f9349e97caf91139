import { and, asc, desc, eq, inArray, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import type { ShopVersionState } from '@northlight/shared/contracts/shop.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { Db } from '../../db/client.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { shopVersions } from '../../db/schema/server.ts';

export type VersionRow = typeof shopVersions.$inferSelect;

/** How many published versions can be restored. */
const SHOWN = 20;

const OPEN: ShopVersionState[] = ['draft', 'scheduled', 'publishing', 'failed'];

/** The version that the next change starts from: what is not published yet, or else what is. */
export function newest(db: Db): VersionRow {
  const published = byId(db, currentCatalog(db).version);
  const open = db
    .select()
    .from(shopVersions)
    .where(inArray(shopVersions.state, OPEN))
    .orderBy(desc(shopVersions.id))
    .get();
  const row = open && open.id > (published?.id ?? 0) ? open : published;
  if (!row) throw new Error('The shop has no version.');
  return row;
}

export const byId = (db: Db, id: number): VersionRow | undefined =>
  db.select().from(shopVersions).where(eq(shopVersions.id, id)).get();

/** Newest first, with who made each: the last published versions, and the open one. */
export const list = (db: Db) =>
  db
    .select()
    .from(shopVersions)
    .leftJoin(adminUsers, eq(adminUsers.id, shopVersions.adminId))
    .where(ne(shopVersions.state, 'discarded'))
    .orderBy(desc(sql`coalesce(${shopVersions.publishedAt}, 9e15)`), desc(shopVersions.id))
    .limit(SHOWN + 1)
    .all();

type NewVersion = Pick<VersionRow, 'values' | 'state' | 'adminId' | 'createdAt'> & { publishAt?: Date };

/** Adds a version, which replaces the open one. Call it inside a transaction. */
export function add(db: Db, version: NewVersion): VersionRow {
  const replaced: ShopVersionState[] = ['draft', 'scheduled', 'failed'];
  db.update(shopVersions).set({ state: 'discarded' }).where(inArray(shopVersions.state, replaced)).run();
  return db.insert(shopVersions).values(version).returning().get();
}

type Change = Partial<Pick<VersionRow, 'state' | 'publishedAt' | 'failure'>>;

export const update = (db: Db, id: number, change: Change): void =>
  void db.update(shopVersions).set(change).where(eq(shopVersions.id, id)).run();

/** The next version to publish now, if there is one. */
export const nextToPublish = (db: Db, now: Date): VersionRow | undefined =>
  db
    .select()
    .from(shopVersions)
    .where(
      or(
        eq(shopVersions.state, 'publishing'),
        and(
          eq(shopVersions.state, 'scheduled'),
          isNotNull(shopVersions.publishAt),
          lte(shopVersions.publishAt, now),
        ),
      ),
    )
    .orderBy(asc(shopVersions.id))
    .get();
