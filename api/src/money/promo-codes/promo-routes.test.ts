import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const SPRING = {
  amountOffCents: null,
  percentOff: 10,
  serviceIds: ['website'],
  startsOn: '2026-11-01',
  endsOn: '2026-12-31',
  maxUses: 100,
  maxUsesPerEmail: 1,
  isActive: true,
};

test('a code is created, used, changed and turned off, and its use and revenue are listed', async () => {
  const { app, see, act } = await openConsole();
  expect((await act('/api/admin/promo-codes', { code: ' spring-26 ', ...SPRING })).status).toBe(200);
  await buyWithCard(app, aDraft({ promoCode: 'spring-26' }));
  await buyWithCard(app, aDraft({ promoCode: 'SAVE50' }));
  // Not paid, so it does not count.
  await app.post('/api/create-payment-intent', { amount: 99, ...aDraft({ promoCode: 'SAVE50' }) });
  const { codes, today, linkTo } = await see('/api/json/promo-codes');
  expect({ today, linkTo }).toEqual({ today: '2026-11-21', linkTo: 'http://localhost:3000/' });
  expect(codes).toEqual([
    expect.objectContaining({
      code: 'SAVE50',
      amountOffCents: 5_000,
      percentOff: null,
      uses: 1,
      discountCents: 5_000,
      receivedCents: 9_900,
    }),
    { code: 'SPRING-26', ...SPRING, uses: 1, discountCents: 1_490, receivedCents: 13_410 },
  ]);
  const off = { ...SPRING, isActive: false };
  expect((await act('/api/admin/promo-codes/spring-26', off)).status).toBe(200);
  expect((await app.post('/api/promo-code', { promoCode: 'SPRING-26' })).body.valid).toBe(false);
  expect((await act('/api/admin/promo-codes/NOPE', off)).status).toBe(404);
});

test.each([
  ['code', { code: 'x y' }],
  ['code', { code: 'SAVE50' }],
  ['amountOffCents', { amountOffCents: 500 }],
  ['amountOffCents', { percentOff: null }],
  ['percentOff', { percentOff: 101 }],
  ['percentOff', { percentOff: 0.5 }],
  ['serviceIds', { serviceIds: [] }],
  ['startsOn', { startsOn: '2026-02-30' }],
  ['endsOn', { endsOn: '2026-10-31' }],
  ['maxUses', { maxUses: 0 }],
  ['maxUsesPerEmail', { maxUsesPerEmail: -1 }],
])('a new code with a wrong %s is refused: %j', async (field, wrong) => {
  const { act } = await openConsole();
  const { status, body } = await act('/api/admin/promo-codes', { code: 'SPRING', ...SPRING, ...wrong });
  expect(status).toBe(400);
  expect(Object.keys(body.fields)).toEqual([field]);
});
