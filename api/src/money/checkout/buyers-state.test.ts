import { expect, test } from 'vitest';
import { aCheckout, aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { buyWithPaypal } from '../../../test/shop/purchase-steps.ts';

const UNKNOWN = 'Please enter a US state, such as MI, or leave it empty';
const QUESTION =
  'This ZIP code is in Michigan, where sales tax is collected. Enter the state, or continue to leave it empty.';
const PLACE = { country: 'US', state: '', city: 'Ann Arbor', postalCode: '48104' };

/** Every call that takes an address which decides a tax. */
async function openCalls() {
  const quotes = await openQuotes();
  const { app, write, act } = quotes;
  const onhold = (address: object) => aDraft({ serviceTypes: ['onhold'], ...address });
  await write({ state: 'OH', postalCode: '43004' });
  const { accept } = await quotes.link();
  await write({ send: false });
  const lines = [{ name: 'Pages', amount: '450.00' }];
  const calls: Record<string, (address: object) => Promise<{ status: number; body: { fields?: object } }>> = {
    'POST /api/create-payment-intent': (address) =>
      app.post('/api/create-payment-intent', { amount: 99, ...onhold(address) }),
    'POST /api/create-payment-intent without a draft': (address) =>
      app.post('/api/create-payment-intent', { amount: 99, ...address }),
    'POST /api/process-paypal': (address) =>
      app.post('/api/process-paypal', { amount: 99, ...onhold(address) }),
    'POST /api/checkout': (address) =>
      app.post('/api/checkout', aCheckout(onhold(address), { paymentIntentId: 'pi_unknown' })),
    'POST /api/quote/accept': ({ askedForState, ...address }: { askedForState?: true }) =>
      accept({ address, ...(askedForState && { askedForState }) }),
    'POST /api/json/quotes': (address) => write(address),
    'POST /api/json/quotes/:number': (address) => act('Q-1002', { action: 'save', lines, ...address }),
  };
  return { ...quotes, calls };
}

test('a state that nobody knows, and one that only the ZIP code names, are asked for at their field', async () => {
  const { calls } = await openCalls();
  for (const [name, call] of Object.entries(calls)) {
    const answers = [
      await call({ ...PLACE, state: 'Ontario' }),
      await call(PLACE),
      await call({ ...PLACE, state: ' ', country: 'United States' }),
      await call({ ...PLACE, postalCode: 'MI 48104-1234' }),
    ];
    const said = answers.map(({ status, body }) => [name, status, body.fields]);
    const field = name === 'POST /api/quote/accept' ? 'address.state' : 'state';
    expect(said).toEqual([
      [name, 400, { [field]: [UNKNOWN] }],
      ...[1, 2, 3].map(() => [name, 400, { [field]: [QUESTION] }]),
    ]);
  }
});

test('whoever was asked goes on without a state, and elsewhere nobody is asked', async () => {
  const free = [
    { ...PLACE, askedForState: true },
    { ...PLACE, city: 'Columbus', postalCode: '43004' },
    { ...PLACE, postalCode: '' },
    { country: 'DE', state: 'Bavaria', postalCode: '48104' },
    { country: 'CA', state: 'ONT', postalCode: 'N2L 3G1' },
  ];
  for (const address of free) {
    const { calls } = await openCalls();
    for (const [name, call] of Object.entries(calls)) {
      // An unpaid order of nobody's payment is pending, an accepted quote has another total.
      const { status, body } = await call(address);
      expect([name, address, status, body.fields]).toEqual([name, address, 200, undefined]);
    }
  }
});

test('no other call takes such an address', async () => {
  const { app, calls } = await openCalls();
  const { paths } = (await app.get('/api/openapi.json')).body;
  const takes = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    (('state' in schema && 'postalCode' in schema) || Object.values(schema).some(takes));
  type Methods = Record<string, { requestBody?: unknown }>;
  const found = Object.entries<Methods>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => takes(requestBody))
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  const known = Object.keys(calls).map((name) => name.replace(' without a draft', ''));
  // What was typed is kept as it is until the customer comes back.
  expect(found.toSorted()).toEqual([...new Set([...known, 'POST /api/unfinished-checkout'])].toSorted());
});

test.each(['Mich.', 'mi', 'MI, USA', 'MI 48104', 'Michigan'])(
  'an address in %j pays the tax of Michigan, and is stored with its code',
  async (state) => {
    const { app, write, read, link } = await openQuotes();
    const address = { ...PLACE, state };
    const cards = await buyWithCard(app, aDraft({ serviceTypes: ['onhold'], ...address }));
    const paypal = await buyWithPaypal(app, aDraft({ serviceTypes: ['onhold'], ...address }));
    expect([cards, paypal].map(({ body }) => body.order.initialPayment)).toEqual(['104.94', '104.94']);
    await write();
    const { accept } = await link();
    expect((await accept({ address, total: '477.00' })).status).toBe(200);
    expect((await read()).address).toMatchObject({ state: 'MI' });
    expect(rows.orders(app.db).map((order) => order.state)).toEqual(['MI', 'MI']);
  },
);

test('outside the United States, the state is what was typed', async () => {
  const { app } = await openQuotes();
  await buyWithCard(app, aDraft({ country: 'IT', state: 'Mi', city: 'Milano', postalCode: '20121' }));
  expect(rows.orders(app.db)[0]).toMatchObject({ state: 'Mi', taxCents: 0 });
});

test('nobody is asked where nothing is due, and what was paid is never refused', async () => {
  const { app } = await openQuotes();
  const free = aCheckout(aDraft({ serviceTypes: ['voice'], ...PLACE }), {});
  expect((await app.post('/api/checkout', free)).status).toBe(200);
  const paid = aDraft({ serviceTypes: ['onhold'], ...PLACE, askedForState: true });
  const { askedForState: _asked, ...forgotten } = paid;
  const started = (await app.post('/api/create-payment-intent', { amount: 99, ...paid })).body;
  await app.post('/api/demo-payments/card', {
    clientSecret: started.clientSecret,
    cardNumber: '4242 4242 4242 4242',
  });
  const { paymentIntentId } = started;
  const { status, body } = await app.post('/api/checkout', aCheckout(forgotten, { paymentIntentId }));
  expect([status, body.order.initialPayment, body.order.isPaid]).toEqual([200, '99.00', true]);
});
