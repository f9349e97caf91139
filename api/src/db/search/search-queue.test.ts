import { expect, onTestFinished, test, vi } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { startWorker } from '../../server/workers.ts';
import { indexNext } from './search-queue.ts';
import { UNTIL } from '../../../test/until.ts';

const found = ({ db }: TestApp, word: string): number[] =>
  db.$client
    .prepare<[string], number>('SELECT rowid FROM orders_search WHERE words MATCH ? ORDER BY rowid')
    .pluck()
    .all(`"${word}"`);
const waiting = ({ db }: TestApp): number[] =>
  db.$client.prepare<[], number>('SELECT order_id FROM search_queue').pluck().all();
const buy = (app: TestApp, lastName: string) => checkOut(app, aDraft({ lastName, serviceTypes: ['voice'] }));

test('a new order waits for its search words, and older orders are found meanwhile', async () => {
  const app = await startTestApp();
  await buy(app, 'Marlow');
  expect([found(app, 'marlow'), waiting(app)]).toEqual([[], [1]]);
  expect(await indexNext(app.db)).toEqual(['ORD-10001']);
  expect([found(app, 'marlow'), waiting(app)]).toEqual([[1], []]);
  await buy(app, 'Marlowe');
  expect([found(app, 'marlow'), waiting(app)]).toEqual([[1], [2]]);
});

test('what waits in the queue is indexed after a restart, in batches', async () => {
  const before = await startTestApp();
  for (let orders = 0; orders < 30; orders += 1) await buy(before, 'Marlow');
  expect(waiting(before)).toHaveLength(30);
  const after = await startTestApp({ db: before.db });
  const indexing = startWorker(after.context, 'search');
  onTestFinished(() => indexing.stop());
  await vi.waitFor(() => expect(found(after, 'marlow')).toHaveLength(30), UNTIL);
  expect(waiting(after)).toEqual([]);
});

test('open dashboards hear of an order again once a search can find it', async () => {
  const app = await startTestApp();
  await buy(app, 'Marlow');
  const heard: unknown[] = [];
  app.context.liveFeed.subscribe({
    hear: (event) => void heard.push([event, found(app, 'marlow')]),
    end: () => {},
  });
  const indexing = startWorker(app.context, 'search');
  onTestFinished(() => indexing.stop());
  await vi.waitFor(() => expect(heard).toEqual([[{ kind: 'change', orderNumber: 'ORD-10001' }, [1]]]), UNTIL);
});

test('an order whose words cannot be written stays in the queue', async () => {
  const app = await startTestApp();
  await buy(app, 'Marlow');
  app.db.$client.exec('ALTER TABLE short_search RENAME TO away');
  await expect(indexNext(app.db)).rejects.toThrow('short_search');
  expect([found(app, 'marlow'), waiting(app)]).toEqual([[], [1]]);
  app.db.$client.exec('ALTER TABLE away RENAME TO short_search');
  await indexNext(app.db);
  expect([found(app, 'marlow'), waiting(app)]).toEqual([[1], []]);
});
