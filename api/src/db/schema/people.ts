import { sql } from 'drizzle-orm';
import { blob, check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ListChoices, SavedView } from '@northlight/shared/contracts/orders.ts';
import type { NoticeChoice } from '@northlight/shared/contracts/notices.ts';
import type { Role } from '@northlight/shared/contracts/rights.ts';
import { instant, references } from './columns.ts';

/** Who may use the dashboard. */
export const adminUsers = sqliteTable(
  'admin_users',
  {
    id: integer('id').primaryKey(),
    username: text('username', { length: 50 }).notNull().unique(),
    /** An argon2id hash. */
    password: text('password').notNull(),
    email: text('email', { length: 100 }).notNull().unique(),
    firstName: text('first_name', { length: 50 }),
    lastName: text('last_name', { length: 50 }),
    role: text('role').$type<Role>().notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    lastLogin: instant('last_login'),
    /** What they are told about; null until they choose. */
    notices: text('notices', { mode: 'json' }).$type<NoticeChoice>(),
    /** Views and columns of the list of orders. Older rows have only the views. */
    views: text('views', { mode: 'json' }).$type<ListChoices | SavedView[]>(),
    /** Set until the person accepts the invitation. Until then they aren't active. */
    invitedAt: instant('invited_at'),
    /** How long the invitation has been open up to `invitationCountedAt`, in milliseconds. */
    invitationAgeMs: integer('invitation_age_ms').notNull().default(0),
    /** Null until the age was counted for the first time. */
    invitationCountedAt: instant('invitation_counted_at'),
    /** The secret of the authenticator app, encrypted. */
    totpSecret: text('totp_secret'),
    /** The time step of the last code that was used, so that no code works twice. */
    totpStep: integer('totp_step'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  () => [check('admin_users_role', sql`role IN ('owner', 'staff', 'accountant')`)],
);

/** What colleagues call a person: the first name, or without one the username. */
export const FIRST_NAME = sql<
  string | null
>`coalesce(nullif(${adminUsers.firstName}, ''), ${adminUsers.username})`;

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential ID, as base64url. */
    id: text('id').primaryKey(),
    adminId: references('admin_id', () => adminUsers.id),
    name: text('name').notNull(),
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** Counts the uses. Many authenticators always say 0. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_admin').on(table.adminId)],
);

/** Codes for when the second factor is lost. A used one is deleted. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** Keyed, so that a leaked database contains no usable code. */
    digest: text('digest').primaryKey(),
    adminId: references('admin_id', () => adminUsers.id),
  },
  (table) => [index('recovery_codes_admin').on(table.adminId)],
);

/**
 * Who did what. Triggers refuse changes, and deletions of rows younger than 24 months. Each row's hash
 * includes the hash of the row before it.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    /** Without gaps. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: instant('at').notNull(),
    /** Null when nobody was logged in. */
    adminId: integer('admin_id'),
    /** The name at that time, or what was typed at the login. */
    who: text('who').notNull(),
    /** The IP address. Empty for a command on the server. */
    address: text('address').notNull(),
    /** A call of the API, or an event such as "login-failed". */
    action: text('action').notNull(),
    /** What it was about, such as an order number. */
    record: text('record'),
    detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The hash of the row before. Empty for the first. */
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_log_at').on(table.at)],
);

/** A row is inserted at login and kept after logout, so an ended ID can never be inserted again. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the ID in the cookie, so a leaked database or backup contains no usable session. */
    id: text('id').primaryKey(),
    adminId: references('admin_id', () => adminUsers.id),
    /** A digest of the stored password at login. Changing the password ends every older session. */
    credential: text('credential').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the administrator last did something; null for older sessions. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
    /** The browser's User-Agent at login. */
    device: text('device').notNull().default(''),
    /** The IP address of the last login or use. */
    address: text('address').notNull().default(''),
    /** When a second factor was last given. */
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [index('sessions_expiry').on(table.expiresAt), index('sessions_admin').on(table.adminId)],
);

/** What each limit counted, by limit and key: Unix milliseconds, oldest first. */
export const limitTimes = sqliteTable(
  'limit_times',
  {
    key: text('key').primaryKey(),
    times: text('times', { mode: 'json' }).$type<number[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('limit_times_updated').on(table.updatedAt)],
);

/** For other programs, which call the API with the rights of their person or fewer. Revoked ones stay for the log. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** SHA-256, so that a leaked database contains no usable token. */
    digest: text('digest').notNull().unique(),
    name: text('name').notNull(),
    adminId: references('admin_id', () => adminUsers.id),
    role: text('role').$type<Role>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_tokens_admin').on(table.adminId)],
);
