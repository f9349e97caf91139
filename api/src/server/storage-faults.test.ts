import { expect, onTestFinished, test } from 'vitest';
import { aDraft } from '../../test/fixtures/factories.ts';
import { VALID_BODIES } from '../../test/fixtures/hostile-bodies.ts';
import { openConsole } from '../../test/shop/admin-client.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { databaseIn, startTestApp } from '../../test/shop/test-app.ts';
import { openDatabase, type Db } from '../db/client.ts';

/** Makes SQLite itself fail, and returns what makes it work again. */
const FAULTS: [name: string, start: (db: Db) => () => void][] = [
  [
    'a full disk',
    ({ $client }) => {
      $client.pragma(`max_page_count = ${$client.pragma('page_count', { simple: true })}`);
      return () => void $client.pragma('max_page_count = 1000000');
    },
  ],
  [
    'a read-only disk',
    ({ $client }) => {
      $client.pragma('query_only = ON');
      return () => void $client.pragma('query_only = OFF');
    },
  ],
];

const STORING = [
  '/api/checkout',
  '/api/create-payment-intent',
  '/api/process-paypal',
  '/api/submit-order-form',
  '/api/submit-voice-agent-form',
  '/api/voice-agent-form-submission',
  '/api/on-hold-audio-form',
];

test.each(FAULTS)(
  'with %s, calls that store something answer 503 and when to retry, store nothing, and work once it heals',
  async (_, start) => {
    const app = await startTestApp();
    const heal = start(app.db);
    for (const path of STORING) {
      // Small rows may still find room inside the file, so each call is repeated until one is refused.
      for (let calls = 0, isRefused = false; !isRefused; calls += 1) {
        const body = VALID_BODIES[path]?.();
        const before = tablesOf(app.db);
        const { status, headers, body: answer } = await app.post(path, body);
        isRefused = status !== 200;
        if (!isRefused && calls < 200) continue;
        expect([path, status, answer.code]).toEqual([path, 503, 'database_unavailable']);
        expect(headers.get('retry-after')).toBe('30');
        expect(answer.message).toMatch(/Nothing you entered has been lost/);
        expect(tablesOf(app.db)).toEqual(before);
        heal();
        expect([path, (await app.post(path, body)).status]).toEqual([path, 200]);
        start(app.db);
      }
    }
  },
);

test.each(FAULTS)(
  'with %s, health says so to monitors, lists stay readable, and all recovers',
  async (_, start) => {
    const { app, cookie: admin } = await openConsole();
    await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
    const heal = start(app.db);
    app.wait(5_000);
    for (const path of ['/api/health', '/api/ready']) {
      const { status, body } = await app.get(path);
      expect([status, body.code]).toEqual([503, 'database_unavailable']);
      expect(body.message).toMatch(/Orders can’t be saved: the disk/);
    }
    const list = await app.get('/api/json/orders', admin);
    expect([list.status, list.body.total]).toEqual([200, 1]);
    heal();
    app.wait(5_000);
    expect((await app.get('/api/health')).status).toBe(200);
  },
);

test('while another process writes, pages and lists are answered; the order waits and is stored', async () => {
  const { app, unlock } = await aLockedShop();
  const order = checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  let isStored = false;
  void order.then(() => (isStored = true));
  for (const path of ['/', '/api/about', '/api/openapi.json']) await app.get(path).catch(() => {});
  expect(isStored).toBe(false);
  unlock();
  expect((await order).status).toBe(200);
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('an order that waits too long for another process is refused with 503, and a repeat is stored once', async () => {
  const { app, unlock } = await aLockedShop();
  const draft = aDraft({ serviceTypes: ['voice'] });
  // This takes its five seconds. With a clock of the test, a waiting commit could spin for the rest of the run.
  expect(await checkOut(app, draft)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
  unlock();
  expect((await checkOut(app, draft)).status).toBe(200);
  expect(rows.orders(app.db)).toHaveLength(1);
});

async function aLockedShop() {
  const db = databaseIn(tempFolder());
  const app = await startTestApp({ db });
  const other = openDatabase(db.$client.name);
  onTestFinished(() => void other.$client.close());
  other.$client.exec('BEGIN IMMEDIATE');
  return { app, unlock: () => other.$client.exec('ROLLBACK') };
}

/** The number of rows of each table. */
function tablesOf(db: Db): unknown {
  const names = db.$client
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
    .pluck()
    .all() as string[];
  return names.map((name) => [name, db.$client.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()]);
}
