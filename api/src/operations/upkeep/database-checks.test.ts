import { expect, onTestFinished, test, vi } from 'vitest';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { databaseIn, startTestApp } from '../../../test/shop/test-app.ts';
import { startDatabaseChecks } from './database-checks.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { MINUTE_MS } from '../../base/units.ts';
import { UNTIL } from '../../../test/until.ts';

withBuiltScripts();

test('the whole database is checked once a day, not right after the start; damage shows in the health check', async () => {
  const db = databaseIn(tempFolder());
  const app = await startTestApp({ db });
  const pass = (minutes: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + minutes * MINUTE_MS);
  };
  /** One run of a server: a look at the start, and one after these minutes. */
  const runFor = async (minutes: number, waitMs = 300) => {
    const checks = startDatabaseChecks(app.context);
    pass(minutes);
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
  pass(60);
  const checks = startDatabaseChecks(app.context);
  onTestFinished(() => checks.stop());
  pass(10);
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
  app.clock.now = new Date(app.clock.now.getTime() + 10 * MINUTE_MS);
  checks.wake();
  await vi.waitFor(() => expect(errors).toHaveLength(1), UNTIL);
  expect(upkeepStore.read(app.db, 'database check')).toBeUndefined();
  expect((await app.get('/api/health')).status).toBe(200);
});
