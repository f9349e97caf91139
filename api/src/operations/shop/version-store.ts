import { and, asc, desc, eq, inArray, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import type { ShopVersionState } from '@northlight/shared/contracts/shop.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { Db } from '../../db/client.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { shopVersions } from '../../db/schema/server.ts';
import { nameOf } from '../../people/session/admin-store.ts';

export type VersionRow = typeof shopVersions.$inferSelect;
/** With the name of who made it. Empty for the code's values and for what happened by itself. */
export type NamedVersion = VersionRow & { by: string };

/** How many published versions can be restored. */
const SHOWN = 20;

const OPEN: ShopVersionState[] = ['draft', 'scheduled', 'publishing', 'failed'];

const selectVersions = (db: Db) =>
  db.select().from(shopVersions).leftJoin(adminUsers, eq(adminUsers.id, shopVersions.adminId));

type Found = NonNullable<ReturnType<ReturnType<typeof selectVersions>['get']>>;
const named = ({ shop_versions: row, admin_users: admin }: Found): NamedVersion => ({
  ...row,
  by: admin ? nameOf(admin) : '',
});

/** The version that the next change starts from: what is not published yet, or else what is. */
export function newest(db: Db): NamedVersion {
  const published = byId(db, currentCatalog(db).version);
  const open = selectVersions(db)
    .where(inArray(shopVersions.state, OPEN))
    .orderBy(desc(shopVersions.id))
    .get();
  const row = open && open.shop_versions.id > (published?.id ?? 0) ? named(open) : published;
  if (!row) throw new Error('The shop has no version.');
  return row;
}

export function byId(db: Db, id: number): NamedVersion | undefined {
  const found = selectVersions(db).where(eq(shopVersions.id, id)).get();
  return found && named(found);
}

/** Newest first: the last published versions, and the open one. */
export const list = (db: Db): NamedVersion[] =>
  selectVersions(db)
    .where(ne(shopVersions.state, 'discarded'))
    .orderBy(desc(sql`coalesce(${shopVersions.publishedAt}, 9e15)`), desc(shopVersions.id))
    .limit(SHOWN + 1)
    .all()
    .map(named);

type NewVersion = Pick<VersionRow, 'values' | 'state' | 'adminId' | 'createdAt'> &
  Partial<Pick<VersionRow, 'publishAt' | 'failure'>>;

/** Adds a version, which replaces the open one. Call it inside a transaction. */
export function add(db: Db, version: NewVersion): VersionRow {
  const replaced: ShopVersionState[] = ['draft', 'scheduled', 'failed'];
  db.update(shopVersions).set({ state: 'discarded' }).where(inArray(shopVersions.state, replaced)).run();
  return db.insert(shopVersions).values(version).returning().get();
}

type Change = Partial<Pick<VersionRow, 'state' | 'publishedAt' | 'failure'>>;

export const update = (db: Db, id: number, change: Change): void =>
  void db.update(shopVersions).set(change).where(eq(shopVersions.id, id)).run();

/** Begins to publish a version. False if it was discarded meanwhile. Call it inside a transaction. */
export const begin = (db: Db, id: number): boolean =>
  db
    .update(shopVersions)
    .set({ state: 'publishing' })
    .where(and(eq(shopVersions.id, id), inArray(shopVersions.state, ['scheduled', 'publishing'])))
    .run().changes === 1;

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
