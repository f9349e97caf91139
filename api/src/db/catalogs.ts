import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import type { BusinessSettings } from '@northlight/shared/contracts/shop.ts';
import { hasTerms } from '@northlight/shared/content/field.ts';
import { conflict } from '../base/errors.ts';
import { HOUR_MS } from '../base/units.ts';
import type { Db } from './client.ts';
import { perDatabase, prepared } from './prepared.ts';
import { shopVersions } from './schema/server.ts';

/** Whoever opened a page before a change pays its prices for this long. */
const KEPT_MS = 24 * HOUR_MS;

const newest = prepared((db) =>
  db
    .select({ id: shopVersions.id })
    .from(shopVersions)
    .where(eq(shopVersions.state, 'published'))
    .orderBy(desc(shopVersions.publishedAt), desc(shopVersions.id))
    .limit(1),
);

const newestOfCode = prepared((db) =>
  db
    .select({ id: shopVersions.id })
    .from(shopVersions)
    .where(isNull(shopVersions.adminId))
    .orderBy(desc(shopVersions.id))
    .limit(1),
);

const byId = prepared((db, given) =>
  db
    .select()
    .from(shopVersions)
    .where(and(eq(shopVersions.id, given('id')), eq(shopVersions.state, 'published'))),
);

const nextAfter = prepared((db, given) =>
  db
    .select({ at: shopVersions.publishedAt })
    .from(shopVersions)
    .where(and(eq(shopVersions.state, 'published'), gt(shopVersions.publishedAt, given('at'))))
    .orderBy(shopVersions.publishedAt)
    .limit(1),
);

/** Versions never change. */
const remembered = perDatabase(() => new Map<number, Catalog>());

/** The prices on the buyer's page are no longer offered. */
const pricesChanged = () =>
  conflict(
    'prices_changed',
    'Our prices have changed since you opened this page. You haven’t been charged. Please check the new total.',
  );

/** What is sold now. The code's catalog until the owner publishes another one. */
export function currentCatalog(db: Db): Catalog {
  const id = newest(db).get()?.id;
  return id === undefined ? DEFAULT_CATALOG : (catalogOf(db, id) ?? DEFAULT_CATALOG);
}

/** The owner's texts, colors, and files on the pages of now. */
export const currentContent = (db: Db): Content => contentOf(db, currentCatalog(db).version);

/** The business as the owner published it. Null for the settings of the server. */
export const publishedBusiness = (db: Db): BusinessSettings | null =>
  byId(db).get({ id: currentCatalog(db).version })?.values.business ?? null;

/** Whether other values are about to count. */
export const isPublishing = (db: Db): boolean =>
  db.select().from(shopVersions).where(eq(shopVersions.state, 'publishing')).get() !== undefined;

/** The version of now, if buyers must accept its terms. */
export const termsVersion = (db: Db): number | null =>
  hasTerms(currentContent(db)) ? currentCatalog(db).version : null;

/** Why the newest values could not be published. Undefined if nothing failed. */
export function publishFailure(db: Db): string | undefined {
  const failed = db
    .select({ id: shopVersions.id, failure: shopVersions.failure })
    .from(shopVersions)
    .where(eq(shopVersions.state, 'failed'))
    .orderBy(desc(shopVersions.id))
    .get();
  return failed && failed.id > currentCatalog(db).version ? (failed.failure ?? '') : undefined;
}

/** The owner's texts, colors, and files of a version that was published. */
export const contentOf = (db: Db, version: number): Content =>
  byId(db).get({ id: version })?.values.content ?? {};

/**
 * What was sold on the page that a buyer sees. Without a version, what is sold now. Throws a 409 if that page's
 * prices ended more than 24 hours ago.
 */
export function shownCatalog(db: Db, version: number | undefined, now: Date): Catalog {
  const current = currentCatalog(db);
  // Pages that were built before the owner published anything have the code's catalog.
  const id = version === DEFAULT_CATALOG.version ? newestOfCode(db).get()?.id : version;
  if (id === undefined || id === current.version) return current;
  const shown = catalogOf(db, id);
  const publishedAt = byId(db).get({ id })?.publishedAt;
  const endedAt = publishedAt && nextAfter(db).get({ at: publishedAt.getTime() })?.at;
  if (!shown || !endedAt || now.getTime() - endedAt.getTime() > KEPT_MS) throw pricesChanged();
  return shown;
}

function catalogOf(db: Db, id: number): Catalog | undefined {
  const known = remembered(db).get(id);
  if (known) return known;
  const row = byId(db).get({ id });
  if (!row) return undefined;
  const { services, addons, taxes } = row.values;
  const catalog = { version: id, services, addons, taxes };
  remembered(db).set(id, catalog);
  return catalog;
}

/**
 * Makes the code's values the first version, and again when they changed before the owner published any. Call it after
 * the migrations.
 */
export function keepFirstVersion(db: Db): void {
  const { services, addons, taxes } = DEFAULT_CATALOG;
  const values = { services, addons, taxes, content: {}, business: null };
  const id = newest(db).get()?.id;
  const before = id === undefined ? undefined : byId(db).get({ id });
  if (before && (before.adminId !== null || isDeepStrictEqual(before.values, values))) return;
  const publishedAt = before ? new Date() : new Date(0);
  db.insert(shopVersions).values({ values, state: 'published', publishedAt, createdAt: publishedAt }).run();
}
