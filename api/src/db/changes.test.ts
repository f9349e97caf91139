import { newCase } from './cases.ts';
import { expect, test } from 'vitest';
import type { LiveEvent } from '@northlight/shared/contracts/live.ts';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { startTestApp } from '../../test/shop/test-app.ts';
import { addEvent } from '../work/fulfillment/case-store.ts';
import { noteArrival, onChanges } from './changes.ts';
import { saveShopSettings } from './shop-settings.ts';
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

/** Tables whose rows open pages don't wait for. */
const UNSEEN = [
  // What is shown with a row of another table, which changes in the same transaction.
  ...['answer_versions', 'invoices', 'order_lines', 'promo_uses', 'sent_mails'],
  // What one person changes alone, or asks for.
  ...['api_tokens', 'passkeys', 'recovery_codes', 'sessions', 'imported_people', 'imports'],
  // What grows by itself, and is read again when somebody looks.
  ...[
    'audit_log',
    'campaigns',
    'step_counts',
    'tallies',
    'unfinished_checkouts',
    'upkeep',
    'checkout_drafts',
  ],
  // What no page shows.
  ...['demo_agreements', 'demo_clock', 'demo_payments', 'limit_times', 'mail_folders', 'search_queue'],
  ...['sellers', 'sequence_counter', 'write_test'],
];

test('every other table is watched, or nobody sees its rows by themselves', async () => {
  const { db } = await startTestApp();
  const list = (sql: string) => db.$client.prepare<[], string>(sql).pluck().all();
  const tables = list(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_search*' AND name NOT GLOB '__drizzle*'",
  );
  const watched = list("SELECT DISTINCT tbl_name FROM sqlite_temp_master WHERE name GLOB 'changed_*'");
  expect(tables.filter((name) => !watched.includes(name)).toSorted()).toEqual(UNSEEN.toSorted());
});

test('what a person may see, promo codes, people of the team, and settings tell open pages', async () => {
  const { db, heard } = await listeningShop();
  const save = (sql: string) => inTransaction(db, () => void db.$client.exec(sql));
  await save("UPDATE customer_people SET sees = 'work'");
  await save('UPDATE promo_codes SET is_active = 0');
  await save(
    "INSERT INTO admin_users (username, password, email, role, created_at, updated_at) VALUES ('bo', '', 'bo@x.example', 'staff', 1, 1)",
  );
  await save('UPDATE admin_users SET last_login = 5');
  await save("UPDATE admin_users SET role = 'accountant'");
  await inTransaction(db, () => saveShopSettings(db, { asksForReview: true }, null, new Date()));
  expect(heard).toEqual([
    { kind: 'change', orderNumber: 'C-1' },
    ...Array.from({ length: 4 }, () => ({ kind: 'change', orderNumber: null })),
  ]);
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
  expect(heard).toEqual([{ kind: 'change', orderNumber: null, isMany: true }]);
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
