import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { eq } from 'drizzle-orm';
import { seal, unseal } from '../base/signed.ts';
import { isFixed, type Values, variablesOf } from '../base/settings/connections.ts';
import {
  closed,
  held,
  shut,
  type SavedConnections,
  withConnections,
} from '../base/settings/saved-connections.ts';
import { type Env, parseEnv } from '../base/settings/env.ts';
import type { Db } from './client.ts';
import { readShopSettings, saveShopSettings } from './shop-settings.ts';
import { connections, type TestEmail } from './schema/server.ts';
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

/** Call it inside a transaction. */
export function saveConnection(db: Db, secret: string, id: ConnectionId, stored: Stored): void {
  const isEmpty = stored.values === null && stored.earlier.length === 0;
  const sealed = isEmpty ? null : seal(secret, `connection ${id}`, JSON.stringify(stored));
  const version = (rowOf(db, id)?.version ?? 0) + 1;
  const set = { sealed, version, checkedAt: null, since: null, failure: null, facts: null, test: null };
  db.insert(connections)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: connections.id, set })
    .run();
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
    .set({ sealed, version: row.version + 1 })
    .where(eq(connections.id, id))
    .run();
}

export type CheckResult = { failure: string | null; facts: string[]; test?: TestEmail | undefined };

/** Records the result of a check. Call it inside a transaction. */
export function recordCheck(
  db: Db,
  id: ConnectionId,
  { failure, facts, test }: CheckResult,
  now: Date,
): void {
  const before = rowOf(db, id);
  const isSame = before?.checkedAt && (before.failure === null) === (failure === null);
  const set = { failure, facts, checkedAt: now, since: isSame ? before.since : now, ...(test && { test }) };
  db.insert(connections)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: connections.id, set })
    .run();
}

/** Those whose last check was before then, or that were changed without one. */
export const dueForCheck = (db: Db, before: Date): ConnectionRow[] =>
  db
    .select()
    .from(connections)
    .all()
    .filter(({ sealed, checkedAt }) => (checkedAt ? checkedAt < before : sealed !== null));

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

/** The settings of the server with what owners saved in the dashboard, and why something of it can't be used. */
export function settingsOf(db: Db, env: Env): ReturnType<typeof withConnections> {
  const opened = openAll(db, env.secret);
  const found = withConnections(env, savedIn(db, env.secret, opened));
  const before = (id: 'stripe' | 'paypal') => opened.get(id)?.earlier ?? [];
  const accounts = { stripe: before('stripe'), paypal: before('paypal') };
  const wasLive = [...accounts.stripe, ...accounts.paypal].some(({ isLive }) => isLive);
  const earlier = {
    stripe: accounts.stripe.flatMap(({ values }) => accountOf(found.env, 'stripe', values)?.stripe ?? []),
    paypal: accounts.paypal.flatMap(({ values }) => accountOf(found.env, 'paypal', values)?.paypal ?? []),
  };
  const all = { ...(wasLive ? closed(found.env) : found.env), earlier };
  const { isLiveHeld, restoredAt } = readShopSettings(db);
  if (restoredAt !== null) return { ...found, env: shut(all) };
  const isHeld = isLiveHeld && !isLiveFixed(env);
  return { ...found, env: isHeld ? held(all) : all };
}

/** Whether the server decides if real money is taken. */
export const isLiveFixed = (env: Env): boolean => isFixed(env, 'stripe') || isFixed(env, 'paypal');

/** Takes live payments, or holds them. Call it inside a transaction. */
export function holdLive(db: Db, isLiveHeld: boolean, adminId: number, now: Date): void {
  saveShopSettings(db, { isLiveHeld }, adminId, now);
  // Whoever follows the connections reads the settings again.
  for (const id of ['stripe', 'paypal'] as const) {
    const row = rowOf(db, id);
    if (row)
      db.update(connections)
        .set({ version: row.version + 1 })
        .where(eq(connections.id, id))
        .run();
  }
}

/** An account by itself, whatever else is connected. */
export function accountOf(env: Env, id: 'stripe' | 'paypal', values: Values) {
  const { STRIPE_API_BASE, STRIPE_JS_URL, PAYPAL_API_BASE } = env.variables;
  const own = { STRIPE_API_BASE, STRIPE_JS_URL, PAYPAL_API_BASE, PUBLIC_URL: env.publicUrl };
  const { payments } = parseEnv({ ...own, ...variablesOf(id, values) });
  return payments.mode === 'live' ? payments : null;
}
