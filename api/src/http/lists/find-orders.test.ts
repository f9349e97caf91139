import { newCase } from '../../db/cases.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import type { NewOrder } from '../../work/orders/order-store.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as searchIndex from '../../db/search/search-index.ts';

type Console = Awaited<ReturnType<typeof openConsole>>;

/** Stores and indexes an order as `completeOrder` does. */
function store({ db }: TestApp, changes: Partial<NewOrder> = {}): string {
  const { orderNumber } = orderStore.insert(db, anOrder(changes), []);
  searchIndex.refreshOrder(db, orderNumber);
  return orderNumber;
}

async function numbers({ see }: Console, query: string): Promise<string[]> {
  const { orders } = await see(`/api/json/orders?${query}`);
  return orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
}

test('search finds any part of number, name, email, phone and business, ignoring case and accents', async () => {
  const office = await openConsole();
  const zoe = store(office.app, {
    firstName: 'Zoë',
    lastName: 'Quintero',
    email: 'z.quintero@harbor-lights.example',
    phone: '(555) 777-0101',
    businessName: 'Harbor Lights',
  });
  const ada = store(office.app);
  for (const q of ['zoe', 'QUINT', 'intero', 'harbor-l', 'bor Lig', '777-01', zoe, zoe.slice(4), 'zo har']) {
    expect(await numbers(office, `q=${encodeURIComponent(q)}`), q).toEqual([zoe]);
  }
  expect(await numbers(office, 'q=ORD-')).toEqual([ada, zoe]);
  expect(await numbers(office, 'q=zoe+marlow')).toEqual([]);
});

test('letters with strokes and ligatures match plain ones, and vice versa', async () => {
  const office = await openConsole();
  const los = store(office.app, { firstName: 'Bogusław', lastName: 'Łoś', businessName: 'Weiß & Søn' });
  store(office.app);
  for (const q of ['los', 'LOS', 'Łoś', 'Łos', 'boguslaw', 'weiss', 'Weiß', 'son', 'ŁA', 'la los', 'sł']) {
    expect(await numbers(office, `q=${encodeURIComponent(q)}`), q).toEqual([los]);
  }
});

test('an order number is found in any spelling', async () => {
  const office = await openConsole();
  const first = store(office.app);
  store(office.app);
  const digits = first.slice(4);
  for (const q of [
    digits,
    `ORD ${digits}`,
    `#${digits}`,
    `ord-${digits}`,
    `Ord${digits}`,
    `# ${digits}`,
    `ada #${digits}`,
  ]) {
    expect(await numbers(office, `q=${encodeURIComponent(q)}`), q).toEqual([first]);
  }
});

test('one or two letters match too, and every character is literal', async () => {
  const office = await openConsole();
  const percent = store(office.app, { businessName: '5%_"OR" Ltd' });
  store(office.app);
  for (const q of ['5%', '%_', '"OR"', '5%_"O', 'OR" Ltd']) {
    expect(await numbers(office, `q=${encodeURIComponent(q)}`), q).toEqual([percent]);
  }
  for (const q of ['* NEAR(', "' OR 1=1 --", 'words:x', '%%', '\\']) {
    expect(await numbers(office, `q=${encodeURIComponent(q)}`), q).toEqual([]);
  }
});

test('an order is found by the answers of its forms', async () => {
  const office = await openConsole();
  await checkOut(office.app, aDraft({ serviceTypes: ['voice'] }));
  await office.app.post(
    '/api/submit-order-form',
    aWebsiteForm({ testimonials: 'Rode over the Rialto on it' }),
  );
  expect(await numbers(office, 'q=rialto')).toEqual(['ORD-10001']);
  const { submissions } = await office.see('/api/json/form-submissions?q=RIALTO');
  expect(submissions).toMatchObject([{ orderNumber: 'ORD-10001' }]);
  expect((await office.see('/api/json/form-submissions?q=lialto')).submissions).toEqual([]);
});

test('forms that strangers send with an order number neither fill its index without limit nor hide the customer’s form', async () => {
  const office = await openConsole();
  await checkOut(office.app, aDraft({ serviceTypes: ['voice'] }));
  const send = (changes: object) =>
    office.app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '10001', ...changes }));
  await send({ email: 'bot@elsewhere.example', leaveEmpty: 'x', notes: 'caughtword' });
  for (let sent = 1; sent <= 12; sent += 1) {
    const notes = `${'long '.repeat(10_000)} strange${sent}.`;
    const businessDescription = `strange${sent}. ${'x'.repeat(30_000)}`;
    await send({ email: 'eve@elsewhere.example', notes, businessDescription });
  }
  await send({ notes: 'buyersword', ...formKey(office.app) });
  const found = ['buyersword', 'strange1.', 'strange12.', 'caughtword'].map((q) => numbers(office, `q=${q}`));
  expect(await Promise.all(found)).toEqual([['ORD-10001'], ['ORD-10001'], [], []]);
  const { submissions } = await office.see('/api/json/voice-agent-submissions?q=strange12.');
  expect(submissions).toHaveLength(1);
});

test('the days of a filter are the studio’s, in each list and its file', async () => {
  const office = await openConsole();
  const { app } = office;
  // 6:57 PM on November 27 in New York, 9:30 PM, and half past midnight.
  const times = ['2026-11-27T23:57:00Z', '2026-11-28T02:30:00Z', '2026-11-28T05:30:00Z'];
  const [a, b, c] = times.map((time, index) =>
    store(app, { createdAt: new Date(time), email: `ada-${index}@marlow.example` }),
  );
  const on = (day: string) => numbers(office, `from=${day}&to=${day}`);
  expect(await on('2026-11-26')).toEqual([]);
  expect(await on('2026-11-27')).toEqual([b, a]);
  expect(await on('2026-11-28')).toEqual([c]);
  const path = '/api/json/orders.csv?from=2026-11-27&to=2026-11-27';
  const csv = await (await fetch(app.base + path, { headers: office.cookie })).text();
  expect(csv.match(/ORD-\d+/g)).toEqual([b, a]);
  for (const [index, time] of times.entries())
    app.db.run(
      sql`UPDATE customers SET first_at = ${Date.parse(time)}, last_at = ${Date.parse(time)} WHERE id = ${index + 1}`,
    );
  const people = async (day: string) => (await office.see(`/api/json/customers?from=${day}&to=${day}`)).total;
  expect([await people('2026-11-27'), await people('2026-11-28')]).toEqual([2, 1]);
});

test('filters by service, payment, form, work and day, alone and together', async () => {
  const office = await openConsole();
  const { app } = office;
  const march = new Date('2026-03-10T23:59:59.999Z');
  const a = store(app, { serviceTypes: ['website'], createdAt: march });
  const b = store(app, {
    serviceTypes: ['voice', 'onhold'],
    paymentStatus: 'pending',
    review: { code: 'not_arrived' },
  });
  const c = store(app, { serviceTypes: ['onhold'] });
  orderStore.setWorkStatus(app.context.db, newCase(c), 'delivered', app.clock.now);
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: c, ...formKey(app, c) }));
  const expected: Record<string, string[]> = {
    'service=onhold': [c, b],
    'service=website': [a],
    'payment=pending': [b],
    'payment=completed': [c, a],
    'form=waiting': [b, a],
    'form=complete': [c],
    'work=closed': [c],
    'work=delivered': [],
    'work=new': [b, a],
    'to=2026-03-10': [a],
    'from=2026-03-10&to=2026-03-10': [a],
    'from=2026-03-11': [c, b],
    'from=2026-03-11&to=2026-03-12': [],
    'service=onhold&payment=completed&work=closed&form=complete&q=marlow': [c],
    'service=voice&payment=completed': [],
  };
  for (const [query, found] of Object.entries(expected)) {
    expect(await numbers(office, query), query).toEqual(found);
    const { total, isTotalExact } = await office.see(`/api/json/orders?${query}`);
    expect([total, isTotalExact], query).toEqual([found.length, true]);
  }
});

test('an unknown filter is rejected by name', async () => {
  const { app, see } = await openConsole();
  expect(app).toBeDefined();
  for (const [query, field] of [
    ['service=hosting', 'service'],
    ['payment=maybe', 'payment'],
    ['form=none', 'form'],
    ['work=done', 'work'],
    ['sort=random', 'sort'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['cursor=abc', 'cursor'],
  ]) {
    expect(Object.keys((await see(`/api/json/orders?${query}`)).fields), query).toEqual([field]);
  }
});

test('every sort pages through all orders once, equal amounts and names included', async () => {
  const office = await openConsole();
  const all: string[] = [];
  for (let index = 0; index < 23; index += 1) {
    all.push(
      store(office.app, {
        initialPaymentCents: 100 * (index % 5),
        businessName: ['beta', 'Alpha', 'alpha', 'Gamma'][index % 4] ?? '',
      }),
    );
  }
  for (const sort of ['newest', 'oldest', 'highest', 'lowest', 'business']) {
    const seen: { orderNumber: string; initialPayment: string; businessName: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await office.see(`/api/json/orders?sort=${sort}&limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.orders);
      cursor = page.nextCursor;
    }
    const found = seen.map(({ orderNumber }) => orderNumber);
    expect(found.toSorted(), sort).toEqual(all);
    const amounts = seen.map(({ initialPayment }) => Number(initialPayment));
    if (sort === 'highest') expect(amounts).toEqual(amounts.toSorted((x, y) => y - x));
    if (sort === 'lowest') expect(amounts).toEqual(amounts.toSorted((x, y) => x - y));
    if (sort === 'newest') expect(found).toEqual(all.toReversed());
    if (sort === 'oldest') expect(found).toEqual(all);
    const names = seen.map(({ businessName }) => businessName.toLowerCase());
    if (sort === 'business') expect(names).toEqual(names.toSorted());
  }
});

test('a search with another sort order, in pages', async () => {
  const office = await openConsole();
  const cheap = store(office.app, { initialPaymentCents: 100 });
  const dear = store(office.app, { initialPaymentCents: 90_000 });
  const middle = store(office.app, { initialPaymentCents: 5_000 });
  expect(await numbers(office, 'q=marlow&sort=highest')).toEqual([dear, middle, cheap]);
  const first = await office.see('/api/json/orders?q=marlow&sort=highest&limit=2');
  expect(await numbers(office, `q=marlow&sort=highest&limit=2&cursor=${first.nextCursor}`)).toEqual([cheap]);
});

test('totals are up to date after every change, and a search counts at most a thousand', async () => {
  const office = await openConsole();
  const total = async (query = '') => (await office.see(`/api/json/orders?${query}`)).total;
  expect(await total()).toBe(0);
  const number = store(office.app);
  expect([await total(), await total('payment=completed'), await total('work=new')]).toEqual([1, 1, 1]);
  orderStore.setWorkStatus(office.app.context.db, newCase(number), 'delivered', office.app.clock.now);
  expect([await total('work=new'), await total('work=closed')]).toEqual([0, 1]);
  for (let index = 0; index < 1_000; index += 1) store(office.app);
  expect(await office.see('/api/json/orders?q=marlow&limit=1')).toMatchObject({
    total: 1_000,
    isTotalExact: false,
  });
  expect(await office.see('/api/json/orders?limit=1')).toMatchObject({ total: 1_001, isTotalExact: true });
});

test('forms can be filtered by kind and by flag', async () => {
  const { app, see } = await openConsole();
  await app.post('/api/submit-voice-agent-form', aVoiceForm());
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ leaveEmpty: 'x' }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '99999' }));
  const found = async (query: string) =>
    (await see(`/api/json/voice-agent-submissions?${query}`)).submissions.map(({ id }: { id: number }) => id);
  expect(await found('flag=quarantine')).toEqual([2]);
  expect(await found('flag=unverified')).toEqual([3]);
  expect(await found('flag=none')).toEqual([1]);
  expect(await found('flag=not-quarantine')).toEqual([3, 1]);
  expect(await found('kind=voice-agent&sort=oldest')).toEqual([1, 2, 3]);
  expect(await found('kind=dental-voice-agent')).toEqual([]);
});
