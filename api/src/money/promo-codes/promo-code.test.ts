import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { promoCodes } from '../../db/schema/sales.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { rows, writesSoFar } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const INVALID = 'The promo code you entered is invalid or expired.';
const TOO_LITTLE = 'The payment amount must be at least $0.50 to process with Stripe.';

test.each(['SAVE50', 'save50', ' SaVe50 ', 'SAVE50.', '“SAVE50”,', '\u200BSAVE50\t', 'SAVE 50'])(
  'the code %j is worth $50',
  async (promoCode) => {
    const app = await startTestApp();
    const { status, body } = await app.post('/api/promo-code', { promoCode });
    expect(status).toBe(200);
    expect(body).toEqual({ valid: true, code: 'SAVE50', amountOff: 50 });
  },
);

test.each(['SAVE', 'SAVE500', "' OR 1=1 --", '%', 'SAVE5_', 'ſave50'])(
  'the code %j gets a regular response, not an error',
  async (promoCode) => {
    const app = await startTestApp();
    const { status, body } = await app.post('/api/promo-code', { promoCode });
    expect(status).toBe(200);
    expect(body).toEqual({ valid: false });
  },
);

test('codes come from the table: a new one works, a disabled one does not', async () => {
  const app = await startTestApp();
  app.db.insert(promoCodes).values({ code: 'SPRING', amountOffCents: 1_250 }).run();
  app.db.update(promoCodes).set({ isActive: false }).where(eq(promoCodes.code, 'SAVE50')).run();
  expect((await app.post('/api/promo-code', { promoCode: 'spring' })).body.amountOff).toBe(12.5);
  expect((await app.post('/api/promo-code', { promoCode: 'SAVE50' })).body).toEqual({ valid: false });
});

test.each(['/api/create-payment-intent', '/api/process-paypal'])(
  '%s refuses a wrong code, names it and stores nothing',
  async (path) => {
    const app = await startTestApp();
    const before = writesSoFar(app.db);
    const { status, body } = await app.post(path, { amount: 99, ...aDraft({ promoCode: 'SAVE5' }) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: INVALID, fields: { promoCode: [INVALID] } });
    expect(writesSoFar(app.db)).toBe(before);
  },
);

test('the checkout call refuses a wrong code, too', async () => {
  const app = await startTestApp();
  const { status, body } = await checkOut(app, aDraft({ promoCode: 'SAVE5' }));
  expect(status).toBe(400);
  expect(body.fields).toEqual({ promoCode: [INVALID] });
  expect(rows.orders(app.db)).toEqual([]);
});

test.each(['/api/create-payment-intent', '/api/process-paypal'])(
  '%s refuses less than $0.50 with the specified message, and no code leaves less',
  async (path) => {
    const app = await startTestApp();
    app.db
      .insert(promoCodes)
      .values([
        { code: 'LEAVES49', amountOffCents: 14_851 },
        { code: 'LEAVES51', amountOffCents: 14_849 },
      ])
      .run();
    const before = writesSoFar(app.db);
    const refused = await app.post(path, { amount: 0.49 });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: TOO_LITTLE, fields: { amount: [TOO_LITTLE] } });
    expect((await app.post(path, { amount: 0, ...aDraft({ serviceTypes: ['voice'] }) })).status).toBe(400);
    expect(writesSoFar(app.db)).toBe(before);
    expect((await app.post(path, { amount: 0.5 })).status).toBe(200);
    for (const promoCode of ['LEAVES49', 'LEAVES51'])
      expect((await app.post(path, { amount: 149, ...aDraft({ promoCode }) })).status).toBe(200);
    expect(rows.payments(app.db).map((payment) => payment.amountCents)).toEqual([50, 50, 51]);
  },
);
