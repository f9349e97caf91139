import { expect } from 'vitest';
import type { Db } from '../../src/db/client.ts';
import { countAgain } from '../../src/db/customer-figures.ts';
import { COUNT_ALL } from '../../src/db/tallies.ts';

/** Every count and sum that triggers keep must be what the tables say. */
export function checkTallies({ $client }: Db): void {
  const nonzero = (query: string) =>
    $client.prepare(`SELECT name, value FROM (${query}) WHERE value <> 0 ORDER BY name`).all();
  expect(nonzero('SELECT * FROM tallies')).toEqual(nonzero(COUNT_ALL));
  const figures = () => $client.prepare('SELECT * FROM customers').all();
  const kept = figures();
  $client.exec(`BEGIN; ${countAgain()}`);
  expect(kept).toEqual(figures());
  $client.exec('ROLLBACK');
}
