import { expect, onTestFinished, test, vi } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { startWorker } from '../../server/workers.ts';
import { indexNext } from './search-queue.ts';
import { UNTIL } from '../../../test/until.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { rebuildSearch } from './rebuild-search.ts';
import { foldText } from './fold-text.ts';
import { readSearch } from './read-search.ts';

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

test('rows indexed without folding are found after the next start, and later starts rebuild nothing', async () => {
  const { app, see } = await openConsole();
  const client = app.db.$client;
  await checkOut(app, aDraft({ lastName: 'Łoś', serviceTypes: ['voice'] }));
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ businessName: 'Łoś' }));
  const found = async () => {
    const [orders, forms] = [
      await see('/api/json/orders?q=los'),
      await see('/api/json/on-hold-submissions?q=los'),
    ];
    return [orders.orders.length, forms.submissions.length];
  };
  expect(await found()).toEqual([1, 1]);
  const indexAsBefore = () => {
    client.exec('INSERT OR REPLACE INTO orders_search (rowid, words) SELECT id, last_name FROM orders');
    client.exec(
      'INSERT OR REPLACE INTO on_hold_submissions_search (rowid, words) SELECT id, business_name FROM on_hold_submissions',
    );
  };
  indexAsBefore();
  expect(await found()).toEqual([0, 0]);
  rebuildSearch(app.db);
  expect(await found()).toEqual([1, 1]);
  indexAsBefore();
  rebuildSearch(app.db);
  expect(await found()).toEqual([0, 0]);
});

test.each([
  ['Łoś', 'los'],
  ['Søren Ødegård', 'soren odegard'],
  ['Weiß & Đorđević', 'weiss & dordevic'],
  ['Þór Æsir', 'thor aesir'],
  ['İstanbul ışık', 'istanbul isik'],
  ['Nguyễn', 'nguyen'],
  ['O’Hara–Lee 313\u2011555−0142', "o'hara-lee 313-555-0142"],
  ['한국 مرحبا 🫒', '한국 مرحبا 🫒'],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(text.normalize('NFD'))).toBe(folded);
});

test.each([
  ['ORD 10001', '"ord-10001"'],
  ['ord10001', '"ord-10001"'],
  ['ord-10001', '"ord-10001"'],
  ['ORD #10001', '"ord-10001"'],
  ['ORD\u201110001', '"ord-10001"'],
  ['#10001', '("ord-10001" OR "#10001")'],
  ['10001', '"10001"'],
  ['Marlow #10001', '("ord-10001" OR "#10001") AND "marlow"'],
  ['word 12345', '"word" AND "12345"'],
])('%j is searched as %s', (typed, match) => {
  expect(readSearch(typed)).toEqual({ match, inNames: [] });
});

test('a short word is a pattern in which every character is literal', () => {
  expect(readSearch('Ło 5% \\_').inNames).toEqual(['%lo%', '%5\\%%', '%\\\\\\_%']);
});

test('at most ten words are searched', () => {
  expect(readSearch('#10001 '.repeat(30)).match?.match(/ord-/g)).toHaveLength(10);
});
