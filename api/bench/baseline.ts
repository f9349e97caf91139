/** The baseline for an order: one transaction in bare better-sqlite3. */
import Database from 'better-sqlite3';

export type PlaceOrder = (buyer: Record<string, unknown>) => string;

/** Stores the rows of a completed order in one durable transaction, without any of our code. */
export function openFloor(file: string): PlaceOrder {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('The floor must be durable too.');
  db.exec(`
    create table if not exists counter (id integer primary key, value integer);
    insert or ignore into counter values (1, 10000);
    create table if not exists orders (id integer primary key, number text unique, checkout_id text unique, buyer text, cents integer, at integer);
    create table if not exists lines (id integer primary key, order_id integer, name text, cents integer);
    create table if not exists outbox (id integer primary key, key text unique, order_id integer, at integer);
  `);
  const take = db.prepare<[], { value: number }>('update counter set value = value + 1 returning value');
  const order = db.prepare(
    'insert into orders (number, checkout_id, buyer, cents, at) values (?, ?, ?, ?, ?)',
  );
  const line = db.prepare('insert into lines (order_id, name, cents) values (?, ?, ?)');
  const mail = db.prepare('insert into outbox (key, order_id, at) values (?, ?, ?)');
  return db.transaction((buyer: Record<string, unknown>) => {
    const number = `ORD-${take.get()?.value}`;
    const at = Date.now();
    const { lastInsertRowid } = order.run(number, buyer['checkoutId'], JSON.stringify(buyer), 14_900, at);
    line.run(lastInsertRowid, 'Website', 14_900);
    mail.run(`order-confirmation:${number}`, lastInsertRowid, at);
    return number;
  }).immediate;
}
