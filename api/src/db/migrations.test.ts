import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/fixtures/temp-folder.ts';
import { openDatabase } from './client.ts';
import { MIGRATIONS, migrateDatabase } from './migrate.ts';

// Shops of before a migration, which changes their rows.

/** A folder with the migrations of before. */
function migrationsBefore(tag: string): string {
  const folder = tempFolder();
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const index = journal.entries.findIndex((entry) => entry.tag === tag);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }));
  return folder;
}

const EMAIL = 'ada@marlow.example';
const ORDER = {
  first_name: 'Ada',
  last_name: 'Marlow',
  email: EMAIL,
  phone: '',
  business_name: 'Marlow',
  business_description: '',
  country: 'US',
  service_types: '["website"]',
  base_price_cents: 0,
  discount_cents: 0,
  tax_cents: 0,
  initial_payment_cents: 0,
  recurring_payment_cents: 0,
  payment_method: 'credit-card',
  payment_mode: 'demo',
  created_at: 1,
};
const QUOTE = {
  customer: '{"firstName":"Ada","lastName":"Marlow","businessName":""}',
  total_cents: 1,
  created_at: 1,
  updated_at: 1,
};
const MESSAGE = { recipient: EMAIL, due_at: 1, next_attempt_at: 1, created_at: 1 };
const REQUEST = { reason: '', price: '{}', state: 'open', created_at: 1, updated_at: 1 };
const DRAFT = { price: '{}', claimed_amount_cents: 1, created_at: 1, updated_at: 1 };

/** A shop of before a migration. `add` adds a row to a table. */
function shopBefore(tag: string) {
  const db = openDatabase(':memory:');
  migrate(db, { migrationsFolder: migrationsBefore(tag) });
  const { $client: client } = db;
  const add = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const places = names.map(() => '?').join();
    client.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${places})`).run(Object.values(row));
  };
  return { db, client, add };
}

test('a shop of before cases keeps its threads, links, and open payments', () => {
  const { db, client, add } = shopBefore('0002_cases');
  add('orders', { ...ORDER, order_number: 'ORD-1' });
  add('orders', { ...ORDER, order_number: 'ORD-2', addon_to: 'ORD-1' });
  add('orders', { ...ORDER, order_number: 'ORD-3', email: 'bo@else.example' });
  add('quotes', { ...QUOTE, number: 'Q-1', email: EMAIL });
  add('quotes', { ...QUOTE, number: 'Q-2', email: EMAIL, about_order: 'ORD-1' });
  add('quotes', { ...QUOTE, number: 'Q-3', email: EMAIL, about_order: 'ORD-3' });
  add('quotes', { ...QUOTE, number: 'Q-4', email: EMAIL, about_order: 'ORD-9' });
  add('quotes', { ...QUOTE, number: 'Q-5', email: EMAIL, order_number: 'ORD-1' });
  for (const number of ['ORD-1', 'ORD-2', 'Q-1', 'Q-2'])
    add('order_messages', { order_number: number, key: number, text: number, created_at: 1 });
  add('case_events', { order_number: 'C-1', kind: 'note', text: 'Pays late', created_at: 1 });
  add('case_events', { order_number: 'ORD-2', kind: 'note', text: 'Banner', created_at: 1 });
  add('outbox', { ...MESSAGE, kind: 'quote', key: 'a', order_number: 'Q-1' });
  add('outbox', { ...MESSAGE, kind: 'new-order', key: 'b', order_number: 'ORD-2' });
  add('payment_requests', { ...REQUEST, checkout_id: 'a', quote_id: 1, details: '{}' });
  const addon = { order_number: 'ORD-1', details: '{"addonTo":"ORD-1"}' };
  add('payment_requests', { ...REQUEST, checkout_id: 'b', ...addon });
  add('payment_requests', { ...REQUEST, checkout_id: 'c', quote_id: 4, details: '{"orderNumber":"ORD-9"}' });
  add('payment_requests', { ...REQUEST, checkout_id: 'd', quote_id: 3, details: '{}' });
  add('checkout_drafts', { ...DRAFT, id: 'a', details: '{}' });
  add('checkout_drafts', { ...DRAFT, id: 'e', details: '{"addonTo":"ORD-1"}' });
  add('checkout_drafts', { ...DRAFT, id: 'f', details: '{}' });
  migrateDatabase(db);
  const all = (sql: string) => client.prepare(sql).raw().all();
  expect(all('SELECT order_number, case_id, is_extra FROM orders ORDER BY id')).toEqual([
    ['ORD-1', 'ORD-1', 0],
    ['ORD-2', 'ORD-1', 1],
    ['ORD-3', 'ORD-3', 0],
  ]);
  // The third one is for somebody else than the order, and the fourth for a request.
  const quotes = all('SELECT case_id FROM quotes ORDER BY number').flat();
  expect(quotes).toEqual(['Q-1', 'ORD-1', 'Q-3', 'ORD-9', 'ORD-1']);
  const messages = all('SELECT case_id FROM order_messages ORDER BY id').flat();
  expect(messages).toEqual(['ORD-1', 'ORD-1', 'Q-1', 'ORD-1']);
  expect(all('SELECT text, case_id, customer_id FROM case_events ORDER BY id')).toEqual([
    ['Pays late', null, 1],
    ['Banner', 'ORD-1', null],
  ]);
  expect(all('SELECT order_number, case_id FROM outbox ORDER BY id')).toEqual([
    [null, 'Q-1'],
    ['ORD-2', 'ORD-1'],
  ]);
  expect(all('SELECT case_id, details FROM payment_requests ORDER BY id')).toEqual([
    ['Q-1', '{"caseId":"Q-1"}'],
    ['ORD-1', '{"caseId":"ORD-1"}'],
    ['ORD-9', '{"caseId":"ORD-9"}'],
    ['Q-3', '{}'],
  ]);
  const drafts = all('SELECT details FROM checkout_drafts ORDER BY id').flat();
  expect(drafts).toEqual(['{"caseId":"Q-1"}', '{"caseId":"ORD-1"}', '{}']);
  expect(all('SELECT name, orders FROM customers ORDER BY id')).toEqual([
    ['Marlow', 2],
    ['Marlow', 1],
  ]);
});

test('payments of before get the mode of their order, and real sales count at once', () => {
  const { db, client, add } = shopBefore('0005_order_modes');
  const payment = { amount_cents: 0, created_at: 1, updated_at: 1 };
  for (const [id, provider, mode] of [
    [1, 'demo-card', 'demo'],
    [2, 'stripe', 'live'],
    [3, 'by-hand', 'demo'],
  ] as const) {
    add('payments', { ...payment, id, provider, attempt_key: String(id) });
    const paid = { payment_id: id, payment_mode: mode, received_amount_cents: 100 * id };
    add('orders', { ...ORDER, order_number: `ORD-${id}`, case_id: `ORD-${id}`, ...paid });
  }
  migrateDatabase(db);
  const all = (sql: string) => client.prepare(sql).pluck().all();
  expect(all('SELECT mode FROM payments ORDER BY id')).toEqual(['demo', 'live', 'demo']);
  expect(all(`SELECT name FROM tallies WHERE name GLOB 'counted:*'`)).toEqual(['counted: live']);
  expect(all('SELECT paid_cents FROM customers')).toEqual([200]);
});

test('sales of before in the United States without a state are no longer among those of other countries', () => {
  const { db, client, add } = shopBefore('0006_sellers');
  for (const [id, country, state] of [
    [1, 'US', null],
    [2, 'U.S.A.', ' '],
    [3, 'DE', null],
    [4, 'US', 'Mich.'],
  ] as const) {
    add('orders', { ...ORDER, order_number: `ORD-${id}`, case_id: `ORD-${id}`, country, state });
    const amounts = { amount_cents: 100, tax_cents: 0, state: 'Other', created_at: 1 };
    add('invoices', { number: 1_000 + id, order_id: id, ...amounts });
  }
  migrateDatabase(db);
  expect(client.prepare('SELECT state FROM invoices ORDER BY number').pluck().all()).toEqual([
    'No state',
    'No state',
    'Other',
    'Other',
  ]);
});
