import { pino } from 'pino';
import { expect, test, onTestFinished, vi } from 'vitest';
import { startTestApp, TEST_NOW, testEnv, databaseIn } from '../../../test/shop/test-app.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { AboutResponse, API_VERSION } from '@northlight/shared/contracts/operations.ts';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startDatabaseChecks } from '../upkeep/database-checks.ts';
import { MINUTE_MS } from '../../base/units.ts';
import { UNTIL } from '../../../test/until.ts';

test('the body says only that the server is healthy; a header names the API version', async () => {
  const app = await startTestApp();
  const { status, headers, body } = await app.get('/api/health');
  expect(status).toBe(200);
  expect(body).toEqual({ status: 'ok' });
  expect(headers.get('northlight-version')).toBe('1');
});

test('an unwritable database is reported with the reason, still with the version', async () => {
  const app = await startTestApp();
  app.db.$client.pragma('query_only = ON');
  const { status, headers, body } = await app.get('/api/health');
  expect(status).toBe(503);
  expect(body).toMatchObject({
    code: 'database_unavailable',
    message: 'Orders can’t be saved: the disk or the database file is read-only.',
  });
  expect(headers.get('northlight-version')).toBe('1');
});

test.each<[string, string]>([
  ['no such table: order_lines', 'DROP TABLE order_lines'],
  ...[
    'admin_users',
    'campaigns',
    'checkout_drafts',
    'invoices',
    'outbox',
    'payments',
    'promo_uses',
    'refunds',
    'search_queue',
    'step_counts',
    'unfinished_checkouts',
    'webhook_endpoints',
  ].map((table): [string, string] => [`no such table: ${table}`, `DROP TABLE ${table}`]),
  ...['invoice', 'order'].map((counter): [string, string] => [
    `The ${counter} counter is missing. Run the migrations.`,
    `DELETE FROM sequence_counter WHERE name = '${counter}s'`,
  ]),
  ...['agreements', 'orders'].map((table): [string, string] => [
    `No ${table} today`,
    `CREATE TRIGGER stop BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'No ${table} today'); END`,
  ]),
])('health says what stops orders even if the disk takes writes: %s', async (reason, change) => {
  const app = await startTestApp();
  app.db.$client.exec(`PRAGMA foreign_keys = OFF; ${change}`);
  for (const path of ['/api/health', '/api/ready']) {
    const { status, body } = await app.get(path);
    expect([status, body.message]).toEqual([
      503,
      `Orders can’t be saved: the database refuses them (${reason}).`,
    ]);
  }
  // The check of the tallies after each test reads them.
  app.db.$client.exec(`CREATE TABLE IF NOT EXISTS payments (id, mode);
    CREATE TABLE IF NOT EXISTS refunds (id, payment_id, status, amount_cents, created_at);
    CREATE TABLE IF NOT EXISTS invoices (refund_id, charge_id, refunded_cents, amount_cents, tax_cents, state, created_at)`);
});

test('the order that health tries leaves nothing behind', async () => {
  const app = await startTestApp();
  const tables = app.db.$client
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'write_test'")
    .pluck()
    .all();
  const content = () =>
    tables.map((table) => [table, app.db.$client.prepare(`SELECT * FROM "${table}"`).all()]);
  const before = content();
  expect((await app.get('/api/health')).status).toBe(200);
  expect(content()).toEqual(before);
});

test('calls within two seconds share one write, so a flood of them does not wear out the disk', async () => {
  const app = await startTestApp();
  const writes = () => app.db.$client.prepare('SELECT total_changes()').pluck().get();
  await app.get('/api/health');
  const after = writes();
  await Promise.all(Array.from({ length: 20 }, () => app.get('/api/health')));
  expect(writes()).toBe(after);
  app.wait(2_000);
  await app.get('/api/health');
  expect(writes()).not.toBe(after);
});

test('a failed database check shows until a later check succeeds', async () => {
  const app = await startTestApp();
  const check = (failure: string | null) =>
    inTransaction(app.db, () => upkeepStore.record(app.db, 'database check', failure, app.clock.now));
  await check('the database file is damaged (row 7 missing from index orders_email)');
  expect((await app.get('/api/health')).body.message).toBe(
    'Orders can’t be saved: the database file is damaged (row 7 missing from index orders_email).',
  );
  app.wait(2_000);
  await check(null);
  expect((await app.get('/api/health')).status).toBe(200);
});

test('ready names the last backup and check, and turns 503 while the server shuts down', async () => {
  const app = await startTestApp();
  expect((await app.get('/api/ready')).body).toEqual({
    status: 'ready',
    lastBackup: null,
    lastDatabaseCheck: null,
  });
  await inTransaction(app.db, () => upkeepStore.record(app.db, 'backup', null, TEST_NOW));
  await inTransaction(app.db, () => upkeepStore.record(app.db, 'backup', 'the store is full', new Date()));
  expect((await app.get('/api/ready')).body.lastBackup).toBe(TEST_NOW.toISOString());
  app.context.isStopping = true;
  const { status, headers, body } = await app.get('/api/ready');
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'stopping', '1']);
});

const FAULT = { part: 'visit', page: '/checkout', at: 'checkout.B1e8ips3.js:1:2345' };

test('a part of a page that failed is a line of the log: where, in which browser, and nothing else', async () => {
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(line) });
  const app = await startTestApp({ log });
  const send = (body: object) =>
    fetch(`${app.base}/api/page-faults`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 Version/16.4 Safari/604.1',
      },
      body: JSON.stringify(body),
    });
  expect((await send(FAULT)).status).toBe(204);
  expect((await send({ ...FAULT, at: '' })).status).toBe(204);
  const told = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'part of a page failed');
  const known = { level: 40, time: expect.anything(), msg: 'part of a page failed', browser: 'Version/16' };
  expect(told()).toEqual([
    { ...known, ...FAULT },
    { ...known, ...FAULT, at: '' },
  ]);
  for (const change of [
    { part: 'ada@marlow-bicycles.example' },
    { page: '/order?key=secret' },
    { page: 'https://elsewhere.example/' },
    { at: 'Unexpected token Ada Marlow' },
    { at: `${'a'.repeat(100)}.js:1:1` },
  ])
    expect((await send({ ...FAULT, ...change })).status).toBe(400);
  expect(told()).toHaveLength(2);
});

test('no visitor fills the log with faults', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await app.post('/api/page-faults', FAULT)).status),
  );
  expect(answers.filter((status) => status === 204)).toHaveLength(10);
});

test('anyone can read the business name and the API version', async () => {
  const business = { ...testEnv().business, name: 'Marlow Bicycles', email: 'ada@marlow-bicycles.example' };
  const app = await startTestApp({ env: { business } });
  const { status, headers, body } = await app.get('/api/about');
  expect(status).toBe(200);
  expect(body).toEqual({
    businessName: 'Marlow Bicycles',
    businessEmail: 'ada@marlow-bicycles.example',
    apiVersion: API_VERSION,
  });
  expect(AboutResponse.parse(body)).toEqual(body);
  expect(headers.getSetCookie()).toEqual([]);
});

withBuiltScripts();

test('the whole database is checked once a day, not right after the start; damage shows in the health check', async () => {
  const db = databaseIn(tempFolder());
  const app = await startTestApp({ db });
  /** One run of a server: a look at the start, and one after these minutes. */
  const runFor = async (minutes: number, waitMs = 300) => {
    const checks = startDatabaseChecks(app.context);
    app.wait(minutes * MINUTE_MS);
    checks.wake();
    // Waits for the running check. Only then does the second look begin.
    await vi
      .waitFor(() => expect(upkeepStore.read(db, 'database check')).toBeDefined(), waitMs)
      .catch(() => {});
    await checks.stop();
    return upkeepStore.read(db, 'database check');
  };
  expect(await runFor(9)).toBeUndefined();
  // A busy machine takes a while to start the process that checks.
  const first = await runFor(10, 10_000);
  expect(first).toMatchObject({ failure: null, succeededAt: app.clock.now });
  expect(await runFor(23 * 60)).toEqual(first);

  // Leaves the index's pages in the file, which then belong to nothing.
  db.$client.unsafeMode(true);
  db.$client.pragma('writable_schema = ON');
  db.$client.exec(`DELETE FROM sqlite_master WHERE name = 'orders_created'`);
  app.wait(60 * MINUTE_MS);
  const checks = startDatabaseChecks(app.context);
  onTestFinished(() => checks.stop());
  app.wait(10 * MINUTE_MS);
  checks.wake();
  const failure = () => upkeepStore.read(db, 'database check')?.failure;
  // In a process of its own.
  await vi.waitFor(() => expect(failure()).toMatch(/^the database is damaged \(.+\)$/), UNTIL);
  const { status, body } = await app.get('/api/health');
  expect([status, body.message]).toEqual([503, expect.stringContaining('the database is damaged')]);
});

test('a check that could not run says nothing about the database', async () => {
  const app = await startTestApp();
  const errors: unknown[] = [];
  const log = Object.assign(Object.create(app.context.log), {
    error: (error: unknown) => errors.push(error),
  });
  // Another process cannot read an in-memory database.
  const checks = startDatabaseChecks({ ...app.context, log });
  onTestFinished(() => checks.stop());
  app.wait(10 * MINUTE_MS);
  checks.wake();
  await vi.waitFor(() => expect(errors).toHaveLength(1), UNTIL);
  expect(upkeepStore.read(app.db, 'database check')).toBeUndefined();
  expect((await app.get('/api/health')).status).toBe(200);
});
