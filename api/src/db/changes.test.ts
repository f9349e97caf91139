import { newCase } from './cases.ts';
import { expect, test } from 'vitest';
import type { LiveEvent } from '@northlight/shared/contracts/live.ts';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { startTestApp } from '../../test/shop/test-app.ts';
import { addEvent } from '../work/fulfillment/case-store.ts';
import { noteArrival, onChanges } from './changes.ts';
import { inTransaction } from './transaction.ts';

/** What rows of these tables say is not shown, or is shown with another row of the same transaction. */
const SILENT = ['webhook_messages'];

async function listeningShop() {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const heard: LiveEvent[] = [];
  const woken: string[] = [];
  onChanges(app.db, ({ events, workers }) => {
    heard.push(...events);
    woken.push(...workers);
  });
  const note = (text: string, number = 'ORD-10001') =>
    addEvent(app.db, {
      caseId: newCase(number),
      kind: 'note',
      text,
      adminId: null,
      createdAt: new Date(),
    });
  return { ...app, heard, woken, note };
}

test('every table that names an order or a case tells open pages of its changes', async () => {
  const { db } = await startTestApp();
  const named = db.$client
    .prepare(
      "SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name IN ('order_number', 'case_id')",
    )
    .pluck()
    .all();
  const watched = db.$client
    .prepare("SELECT DISTINCT tbl_name FROM sqlite_temp_master WHERE name GLOB 'changed_change_*'")
    .pluck()
    .all();
  expect(named.filter((name) => !watched.includes(name))).toEqual(SILENT);
});

test('a commit tells once of each order, and a transaction that fails tells of nothing', async () => {
  const { db, heard, note } = await listeningShop();
  const failed = inTransaction(db, () => {
    note('Lost');
    noteArrival(db, { kind: 'order', orderNumber: 'ORD-10001', title: 'Nobody' });
    throw new Error('Not today.');
  });
  await expect(failed).rejects.toThrow('Not today.');
  expect(heard).toEqual([]);
  await inTransaction(db, () => {
    note('One');
    note('Two');
  });
  expect(heard).toEqual([{ kind: 'change', orderNumber: 'ORD-10001' }]);
});

test('a new order is announced as such, not also as a change', async () => {
  const { db, heard, note } = await listeningShop();
  const arrival = { kind: 'order', orderNumber: 'ORD-10001', title: 'Ada Marlow' } as const;
  await inTransaction(db, () => {
    note('New');
    noteArrival(db, arrival);
  });
  expect(heard).toEqual([arrival]);
});

test('a commit with very many orders, such as an import, tells of one change', async () => {
  const { db, heard, note } = await listeningShop();
  await inTransaction(db, () => {
    for (let nth = 0; nth < 101; nth += 1) note('Imported', `ORD-${20_000 + nth}`);
  });
  expect(heard).toEqual([{ kind: 'change', orderNumber: null }]);
  await inTransaction(db, () => note('One'));
  expect(heard).toHaveLength(2);
});

test('a row that is saved without a change tells of nothing', async () => {
  const { db, heard, woken } = await listeningShop();
  const save = (sql: string) => inTransaction(db, () => void db.$client.exec(sql));
  await save('UPDATE agreements SET state = state, next_charge_at = next_charge_at');
  await save('UPDATE agreements SET failures = failures + 1');
  expect([heard, woken]).toEqual([[], []]);
  await save("UPDATE agreements SET problem = 'Declined', next_check_at = 1");
  expect([heard, woken]).toEqual([[{ kind: 'change', orderNumber: 'ORD-10001' }], ['recurring']]);
});
