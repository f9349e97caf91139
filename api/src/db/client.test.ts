import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { openDatabase } from './client.ts';
import { migrateDatabase } from './migrate.ts';
import { sequenceCounter } from './schema/orders.ts';

test('a query is compiled once, also when its table changes', () => {
  const db = openDatabase(':memory:');
  migrateDatabase(db);
  const prepare = vi.spyOn(db.$client, 'prepare');
  const find = (name: string) =>
    db.select().from(sequenceCounter).where(eq(sequenceCounter.name, name)).get()?.name;
  const [first = ''] = db
    .select({ name: sequenceCounter.name })
    .from(sequenceCounter)
    .all()
    .map(({ name }) => name);
  const compiled = prepare.mock.calls.length;
  expect(find(first)).toBe(first);
  expect(find('something else')).toBeUndefined();
  db.$client.exec('ALTER TABLE sequence_counter ADD COLUMN extra TEXT');
  expect(find(first)).toBe(first);
  expect(prepare.mock.calls.length - compiled).toBe(1);
});

test('only the latest 500 queries are kept', () => {
  const db = openDatabase(':memory:');
  const prepare = vi.spyOn(db.$client, 'prepare');
  const ask = (number: number) => db.get<{ answer: number }>(sql.raw(`SELECT ${number} AS answer`)).answer;
  for (let number = 0; number < 1_200; number += 1) expect(ask(number)).toBe(number);
  expect(prepare).toHaveBeenCalledTimes(1_200);
  expect(ask(1_199)).toBe(1_199);
  expect(prepare).toHaveBeenCalledTimes(1_200);
  expect(ask(0)).toBe(0);
  expect(prepare).toHaveBeenCalledTimes(1_201);
});
