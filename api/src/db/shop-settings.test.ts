import { expect, test } from 'vitest';
import { testDatabase } from '../../test/shop/test-app.ts';
import { shopSettings } from './schema/server.ts';
import { readShopSettings, saveShopSettings } from './shop-settings.ts';

test('what nobody has chosen is not stored, so that the default of a later version counts', () => {
  const db = testDatabase();
  saveShopSettings(db, { asksForReview: true }, null, new Date(0));
  saveShopSettings(db, { staffQuoteLimit: 5 }, null, new Date(1));
  expect(db.select().from(shopSettings).all()).toMatchObject([{ id: 1 }]);
  expect(db.select().from(shopSettings).get()?.values).toEqual({ asksForReview: true, staffQuoteLimit: 5 });
  expect(readShopSettings(db)).toMatchObject({
    asksForReview: true,
    staffQuoteLimit: 5,
    reminderDays: [1, 3, 7],
  });
});
