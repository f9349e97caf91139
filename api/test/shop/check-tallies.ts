import { expect } from 'vitest';
import type { Db } from '../../src/db/client.ts';
import { CUSTOMER_FIGURES } from '../../src/db/customer-figures.ts';
import { COUNT_ALL } from '../../src/db/tallies.ts';

/** Every count and sum that triggers keep must be what the tables say. */
export function checkTallies({ $client }: Db): void {
  const nonzero = (query: string) =>
    $client.prepare(`SELECT name, value FROM (${query}) WHERE value <> 0 ORDER BY name`).all();
  expect(nonzero('SELECT * FROM tallies')).toEqual(nonzero(COUNT_ALL));
  const figures = (query: string) => $client.prepare(`${query} ORDER BY customers.id`).all();
  expect(figures('SELECT id, orders, open_orders, recurring, paid_cents FROM customers')).toEqual(
    figures(CUSTOMER_FIGURES),
  );
}
