import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import type { SecuritySettings } from '@northlight/shared/contracts/security.ts';
import type { ShopValues, ShopVersionState } from '@northlight/shared/contracts/shop.ts';
import type { Env } from '../../base/settings/env.ts';
import type { Rules } from '@northlight/shared/contracts/rules.ts';
import type { ChangeWording } from '@northlight/shared/contracts/wording.ts';
import { instant } from './columns.ts';
import { adminUsers } from './people.ts';

/** Counts and sums that would otherwise be read from every order, kept by triggers. See `tallies.ts`. */
export const tallies = sqliteTable('tallies', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

export type ShortSearchList = 'orders' | 'quotes' | 'customers' | ServiceId;

/**
 * The number, names and email of each row, folded by `foldText`: for quotes, and for search terms too short for the
 * full-text index.
 */
export const shortSearch = sqliteTable(
  'short_search',
  {
    list: text('list').$type<ShortSearchList>().notNull(),
    rowId: integer('row_id').notNull(),
    words: text('words').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.rowId] })],
);

export type ConnectionNews = {
  id: ConnectionId;
  news: 'changed' | 'disconnected';
  /** The name of who did it. */
  by: string;
  at: number;
  seenBy: readonly number[];
};

/** Settings that are edited in the dashboard and count at once. */
export type ShopSettings = SecuritySettings &
  Omit<ChangeWording, 'version'> & {
    rules?: Partial<Rules>;
    /** Whether an owner dismissed the list of what is not set up yet. */
    isSetupDismissed?: boolean;
    /** What owners decided about what the shop came with, by its ID. */
    samples?: Readonly<Record<string, { action: 'keep' | 'remove'; by: string; at: number }>>;
    /** Somebody made the shop their own with the link that it prints. */
    isClaimed?: boolean;
    /** Whether live keys wait for an owner to take live payments. Absent where they never had to. */
    isLiveHeld?: boolean;
    /** Whether the shop has ever taken live payments. Null where only its keys tell. */
    tookLive?: boolean | null;
    /** Whether an owner tries it with test keys since then. */
    triesTest?: boolean;
    /** When a shop that takes real money was restored onto another machine, until an owner says that the old one is off. */
    restoredAt?: number | null;
    /** The last change of each connection, and which owners know of it. */
    connectionNews?: readonly ConnectionNews[];
  };

/** One row. */
export const shopSettings = sqliteTable('shop_settings', {
  id: integer('id').primaryKey(),
  values: text('values', { mode: 'json' }).$type<Partial<ShopSettings>>().notNull(),
  adminId: integer('admin_id').references(() => adminUsers.id),
  createdAt: instant('created_at').notNull(),
});

/**
 * What the shop sells and what its pages say, in versions. A row's values never change. The published one with the
 * latest `publishedAt` counts, and orders that were priced by earlier ones need them, so no row is deleted.
 */
export const shopVersions = sqliteTable(
  'shop_versions',
  {
    id: integer('id').primaryKey(),
    values: text('values', { mode: 'json' }).$type<ShopValues>().notNull(),
    state: text('state').$type<ShopVersionState>().notNull(),
    /** When a scheduled version is published. */
    publishAt: instant('publish_at'),
    publishedAt: instant('published_at'),
    /** Why it could not be published, in words for the owner. */
    failure: text('failure'),
    /** Null for the code's values and for what happened by itself. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('shop_versions_published').on(table.publishedAt)],
);

/** What a document says of the shop. */
export type Seller = { business: Env['business']; timeZone: string };

/** Who sold from when on, and where the shop's days began. Rows never change, so no document does. */
export const sellers = sqliteTable('sellers', {
  since: instant('since').primaryKey(),
  seller: text('seller', { mode: 'json' }).$type<Seller>().notNull(),
});

/** New orders whose search words are not written yet. */
export const searchQueue = sqliteTable('search_queue', {
  orderId: integer('order_id').primaryKey(),
});

export type UpkeepTask = 'backup' | 'database check' | 'inbox';

/** The last result of each background task, one row per task. */
export const upkeep = sqliteTable('upkeep', {
  task: text('task').$type<UpkeepTask>().primaryKey(),
  triedAt: instant('tried_at').notNull(),
  succeededAt: instant('succeeded_at'),
  /** Why the last try failed, in words for the administrator. Null if it succeeded. */
  failure: text('failure'),
});

/** How far each folder of the mailbox was read. See `work/inbox`. */
export const mailFolders = sqliteTable('mail_folders', {
  folder: text('folder').primaryKey(),
  /** Another value means that the server numbered the emails anew. */
  uidValidity: integer('uid_validity').notNull(),
  lastUid: integer('last_uid').notNull(),
  /** When the last email was read. */
  readAt: instant('read_at').notNull(),
});

/** A test email that somebody confirms or answers, the first backup to a new place, or a call of the shop's address. */
export type TestEmail = {
  id: string;
  to: string;
  at: number;
  isAnswered: boolean;
  /** The mail server that sent it, as `serverId` names it, or the address that was called. Absent in older ones. */
  for?: string;
};

/** The services that owners connect in the dashboard, and the last check of each. See `db/connection-store.ts`. */
export const connections = sqliteTable('connections', {
  id: text('id').$type<ConnectionId>().primaryKey(),
  /** What owners saved, encrypted. Null where nothing was saved. */
  sealed: blob('sealed', { mode: 'buffer' }),
  /** Increases with each change. */
  version: integer('version').notNull().default(0),
  checkedAt: instant('checked_at'),
  /** Since when it works or fails. */
  since: instant('since'),
  /** Why the last check failed, in words for the owner. Null if it succeeded. */
  failure: text('failure'),
  /** What the last check found. */
  facts: text('facts', { mode: 'json' }).$type<string[]>(),
  /** The last test email of what sends or reads emails, or the first backup. */
  test: text('test', { mode: 'json' }).$type<TestEmail>(),
});

/** One row, rewritten by the health check to find out whether an order can be stored. */
export const writeTest = sqliteTable('write_test', {
  id: integer('id').primaryKey(),
  data: blob('data', { mode: 'buffer' }).notNull(),
});
