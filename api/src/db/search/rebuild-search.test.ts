import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { rebuildSearch } from './rebuild-search.ts';

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
