import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { eq, sql } from 'drizzle-orm';
import { seal, unseal } from '../base/signed.ts';
import { isFixed, type Values } from '../base/settings/connections.ts';
import {
  accountOf,
  type Connected,
  type PaymentHistory,
  type SavedConnections,
  withConnections,
} from '../base/settings/saved-connections.ts';
import { DAY_MS, MINUTE_MS } from '../base/units.ts';
import type { Env } from '../base/settings/env.ts';
import { kindOfKeys, PROVIDER_IDS, type ProviderId } from '../base/settings/payment-state.ts';
import type { Db } from './client.ts';
import { readShopSettings, saveShopSettings } from './shop-settings.ts';
import { connections, type TestEmail } from './schema/server.ts';
import { hasReal } from './tallies.ts';
import { oneBy } from './prepared.ts';

/** A value with who saved it when. */
type Kept = { value: string; by: string; at: number };

/** What is sealed for a connection. */
export type Stored = {
  /** Null after it was disconnected. */
  values: Readonly<Record<string, Kept>> | null;
  /** Accounts from before, whose payments still need their keys. */
  earlier: readonly { account: string; isLive: boolean; values: Values }[];
};
export type ConnectionRow = typeof connections.$inferSelect;

const SOON_MS = 2 * MINUTE_MS;
const EMPTY: Stored = { values: null, earlier: [] };

export const rowOf = oneBy(connections, 'id');

/** Null if it can't be opened with this secret. */
export function storedOf(secret: string, row: ConnectionRow | undefined): Stored | null {
  if (!row?.sealed) return EMPTY;
  const text = unseal(secret, `connection ${row.id}`, row.sealed);
  return text === null ? null : (JSON.parse(text) as Stored);
}

export const plainValues = (values: NonNullable<Stored['values']>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));

type Saving = {
  /** What is still to be seen of it. */
  test?: TestEmail | null;
  /** Changed by a person. What only the shop makes is no other version. */
  isNew?: boolean;
};

/** Call it inside a transaction. */
export function saveConnection(
  db: Db,
  secret: string,
  id: ConnectionId,
  stored: Stored,
  { test = null, isNew = true }: Saving = {},
): void {
  const isEmpty = stored.values === null && stored.earlier.length === 0;
  const sealed = isEmpty ? null : seal(secret, `connection ${id}`, JSON.stringify(stored));
  const version = versionOf(db, id) + Number(isNew);
  const set = { sealed, version, checkedAt: null, since: null, failure: null, facts: null, test };
  db.insert(connections)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: connections.id, set })
    .run();
}

/** `next`, with what the shop renewed by itself since `read` was read. */
export function withRenewed(
  db: Db,
  secret: string,
  id: ConnectionId,
  { read, next }: { read: Stored; next: Stored },
): Stored {
  const now = storedOf(secret, rowOf(db, id))?.values ?? {};
  const values = Object.entries(next.values ?? {}).map(([name, given]) => {
    const before = read.values?.[name]?.value;
    const current = now[name];
    return [name, current && given.value === before && current.value !== before ? current : given] as const;
  });
  return { ...next, values: next.values && Object.fromEntries(values) };
}

/** Replaces a secret that its service renewed, if it is still the one that is saved. Call it inside a transaction. */
export function renewSecret(
  db: Db,
  secret: string,
  id: ConnectionId,
  { old, next }: { old: string; next: string },
): void {
  const row = rowOf(db, id);
  const stored = storedOf(secret, row);
  if (!row || !stored?.values) return;
  const values = Object.entries(stored.values).map(
    ([name, kept]) => [name, kept.value === old ? { ...kept, value: next } : kept] as const,
  );
  const sealed = seal(
    secret,
    `connection ${id}`,
    JSON.stringify({ ...stored, values: Object.fromEntries(values) }),
  );
  db.update(connections)
    // Not another version: no person changed it.
    .set({ sealed })
    .where(eq(connections.id, id))
    .run();
}

export type CheckResult = { failure: string | null; facts: string[]; test?: TestEmail | undefined };

/** Which of the states that people saved it is. 0 before the first. */
export const versionOf = (db: Db, id: ConnectionId): number => rowOf(db, id)?.version ?? 0;

/** Records the result of a check, unless somebody saved another `version` since it began. Call it inside a transaction. */
export function recordCheck(
  db: Db,
  id: ConnectionId,
  version: number,
  { failure, facts, test }: CheckResult,
  now: Date,
): void {
  if (versionOf(db, id) !== version) return;
  const before = rowOf(db, id);
  const isSame = before?.checkedAt && (before.failure === null) === (failure === null);
  const set = { failure, facts, checkedAt: now, since: isSame ? before.since : now, ...(test && { test }) };
  db.insert(connections)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: connections.id, set })
    .run();
}

/** What works is checked once a day. What fails is checked soon, and then after as long as it had been failing, at most a day. */
function pauseAfter({ failure, checkedAt, since }: ConnectionRow): number {
  if (failure === null) return DAY_MS;
  const failingMs = Number(checkedAt) - Number(since ?? checkedAt);
  return Math.min(Math.max(failingMs, SOON_MS), DAY_MS);
}

/** Those whose last check was long enough ago, or that were changed without one. */
export const dueForCheck = (db: Db, now: Date): ConnectionRow[] =>
  db
    .select()
    .from(connections)
    .all()
    .filter((row) =>
      row.checkedAt ? Number(now) - Number(row.checkedAt) >= pauseAfter(row) : row.sealed !== null,
    );

const openAll = (db: Db, secret: string): Map<ConnectionId, Stored | null> =>
  new Map(
    db
      .select()
      .from(connections)
      .all()
      .map((row) => [row.id, storedOf(secret, row)]),
  );

/** What is connected in the dashboard. */
export function savedIn(db: Db, secret: string, all = openAll(db, secret)): SavedConnections {
  const saved: SavedConnections = {};
  for (const [id, content] of all)
    if (content?.values !== null) saved[id] = content && plainValues(content.values);
  return saved;
}

/** The settings of the server with what owners saved in the dashboard, why something of it can't be used, and how it is paid. */
export function settingsOf(db: Db, env: Env): Connected {
  const opened = openAll(db, env.secret);
  const before = (id: ProviderId) => opened.get(id)?.earlier ?? [];
  // Their payments go on whatever the address is.
  const shop = { variables: env.variables, publicUrl: env.publicUrl.replace(/^http:/, 'https:') };
  const earlier = {
    stripe: before('stripe').flatMap(({ values }) => accountOf(shop, 'stripe', values)?.stripe ?? []),
    paypal: before('paypal').flatMap(({ values }) => accountOf(shop, 'paypal', values)?.paypal ?? []),
  };
  const history = historyOf(db, env.secret, opened);
  return withConnections({ ...env, earlier }, savedIn(db, env.secret, opened), history);
}

/** What the shop did before. Read it before a change, because keys can be all that tells of live payments. */
export function historyOf(db: Db, secret: string, opened = openAll(db, secret)): PaymentHistory {
  const { isLiveHeld, tookLive, triesTest, restoredAt } = readShopSettings(db);
  const hasLive = PROVIDER_IDS.some((id) => {
    const { values, earlier } = opened.get(id) ?? EMPTY;
    const isLive = values !== null && kindOfKeys(id, plainValues(values)) === 'live';
    return isLive || earlier.some((one) => one.isLive);
  });
  // Live keys that nobody held took payments. Where nothing was stored, an owner may have stopped them since.
  const showsLive = hasLive && (!isLiveHeld || tookLive === null);
  return {
    isOn: !isLiveHeld,
    tookLive: tookLive === true || showsLive,
    triesTest,
    restoredAt,
  };
}

/** Stores that live payments were taken, while keys or payments still tell it. Only at the start: it may read all payments. */
export function keepTookLive(db: Db, secret: string, now: Date): void {
  if (readShopSettings(db).tookLive === true) return;
  // Imported orders are real, too, and nobody paid them here.
  const hasPaid =
    hasReal(db) &&
    db.get(sql`SELECT 1 FROM payments WHERE mode = 'live' AND status = 'paid' LIMIT 1`) !== undefined;
  if (hasPaid || historyOf(db, secret).tookLive) saveShopSettings(db, { tookLive: true }, null, now);
}

/** Whether the server decides if real money is taken. */
export const isLiveFixed = (env: Env): boolean => isFixed(env, 'stripe') || isFixed(env, 'paypal');

/** Takes live payments, or holds them. `wasLive`: it took them at some time. Call it inside a transaction. */
export function holdLive(
  db: Db,
  isLiveHeld: boolean,
  adminId: number,
  now: Date,
  wasLive = !isLiveHeld,
): void {
  const tookLive = wasLive || readShopSettings(db).tookLive === true;
  saveShopSettings(db, { isLiveHeld, tookLive, triesTest: false }, adminId, now);
}
