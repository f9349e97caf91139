import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { checkTallies } from '../../test/shop/check-tallies.ts';
import { startTestApp } from '../../test/shop/test-app.ts';
import { keepTallies, readTallies } from './tallies.ts';

test('a migration that dropped a trigger loses no count: the next start counts again', async () => {
  const app = await startTestApp();
  const { db } = app;
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  db.$client.exec('DROP TRIGGER tally_orders_insert');
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'voice'] }));
  expect(() => checkTallies(db)).toThrow();
  keepTallies(db);
  expect(readTallies(db, 'orders')).toEqual(
    new Map([
      ['all', 2],
      ['missing forms', 2],
      ['unassigned', 2],
    ]),
  );
});

test('deleted rows no longer count', async () => {
  const { db } = await startTestApp();
  db.$client.pragma('foreign_keys = OFF');
  db.$client.exec(
    `INSERT INTO charges (agreement_id, provider_id, due_at, amount_cents, state, attempts, paid_at, updated_at)
     VALUES (1, 'a', 0, 500, 'paid', 1, 0, 0), (1, 'b', 0, 700, 'paid', 1, 0, 0)`,
  );
  db.$client.exec(`DELETE FROM charges WHERE provider_id = 'a'`);
  expect(readTallies(db, 'recurring in day')).toEqual(new Map([['000000', 700]]));
});
