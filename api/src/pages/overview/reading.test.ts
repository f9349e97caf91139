import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { CaseResponse } from '@northlight/shared/contracts/cases.ts';
import type { OrderService } from '@northlight/shared/contracts/deliveries.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import type { ListedOrder } from '@northlight/shared/contracts/orders.ts';
import type { OverviewResponse } from '@northlight/shared/contracts/overview.ts';
import type { ListedQuote } from '@northlight/shared/contracts/quotes.ts';
import { expect, test } from 'vitest';
import { createSampler } from '../../../seed/sampler.ts';
import { seedShop } from '../../../seed/seed-shop.ts';
import { openShopDatabase } from '../../operations/open-database.ts';
import { ordersKeyOf } from '../../work/customers/customer-key.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { dollars, orderFacts, shopFigures } from '../../../test/shop/ledger.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';

// Reads every page, list, and email of random shops as people do, notes what each says of the same thing, and compares
// them with each other and with the ledger, which shares no code with the shop.

const SHOPS = inFull(200, 3);
const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Auckland',
];
const MINUTES = 60_000;

/** The words of the views, which the API does not know. */
type Views = {
  situationOf: (
    service: OrderService,
    order: OrderResponse,
    now: Date,
  ) => { title: string; text: string; isLate?: boolean };
  initialWords: (order: ListedOrder) => string;
  paymentWords: (order: ListedOrder) => { text: string };
  recurringWords: (order: ListedOrder) => string;
  toDo: (service: OrderService) => string;
};
const VIEWS = [
  'site/src/features/order-page/order-texts.ts',
  'shared/src/admin/orders/order-labels.ts',
  'shared/src/admin/case/case-labels.ts',
];
const views: Views = Object.assign(
  {},
  ...(await Promise.all(VIEWS.map((path) => import(join(import.meta.dirname, '../../../..', path))))),
);

/** What is said of something, and where. */
type Said = { about: string; value: unknown; where: string };

async function aShop(nth: number) {
  const { pick, upTo, chance, between } = createSampler(9_000 + nth);
  const timeZone = pick(ZONES);
  const about = new Date(Date.UTC(2026, upTo(12), 1 + upTo(28), upTo(24), upTo(60)) + upTo(60_000));
  const dataDir = tempFolder();
  const db = openShopDatabase({ dataDir });
  const hours = { ...testEnv().hours, timeZone };
  const app = await startTestApp({ db, env: { hours } });
  app.clock.now = about;
  // Never a whole second.
  const { now } = app.clock;
  await addAdmin(app);
  await seedShop(db, 15 + upTo(25), now, { hours, secret: testEnv().secret, studio: { team: [1], dataDir } });
  const admin = await loggedIn(app);
  const get = async (path: string, headers = admin) => {
    const { status, body } = await app.get(path, headers);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const numbers = orderFacts(db, now.getTime()).map(({ number }) => number);
  // What a day brings: refunds, requests, messages, and statuses, some of them undone.
  for (const number of numbers) {
    const path = `/api/admin/cases/${number}`;
    const act = (name: string, body: object) => app.post(`${path}/${name}`, body, admin);
    if (chance(0.15)) {
      const { payments } = await get(`/api/json/cases/${number}`);
      const paid = payments.find(({ status }: { status: string }) => status === 'paid');
      const body = { amount: upTo(3_000) / 100 + 1, reason: 'Sorry', refundKey: crypto.randomUUID() };
      if (paid)
        expect((await app.post(`/api/admin/payments/${paid.id}/refund`, body, admin)).status).toBeLessThan(
          500,
        );
    }
    if (chance(0.15))
      await act('payment-requests', {
        amount: between(1, 300).toFixed(2),
        reason: 'More',
        send: chance(0.5),
      });
    if (chance(0.1)) await act('collect', { action: 'send' });
    if (chance(0.2)) {
      const { workVersion } = await get(`/api/json/cases/${number}`);
      const workStatus = pick(['new', 'waiting', 'in-progress', 'delivered']);
      const { undo } = (await act('work-status', { workStatus, workVersion })).body;
      if (undo && chance(0.5)) expect((await act('undo', { token: undo.token })).status).toBe(200);
    }
  }
  return { app, db, now, timeZone, admin, get, numbers };
}

type Shop = Awaited<ReturnType<typeof aShop>>;

async function whole<Row>({ get }: Shop, path: string, rows: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const body: Record<string, unknown> = await get(`${path}?limit=500${cursor && `&cursor=${cursor}`}`);
    all.push(...(body[rows] as Row[]));
    cursor = body['nextCursor'] as string | null;
  }
  return all;
}

/** What a row or a head says of an order. */
function ofOrder(order: ListedOrder, where: string): Said[] {
  const said = (what: string, value: unknown) => ({ about: `${order.orderNumber} ${what}`, value, where });
  return [
    said('paid', views.initialWords(order)),
    said('payment', views.paymentWords(order).text),
    said('recurring', views.recurringWords(order)),
    said('work', order.workStatus),
    said('due', order.dueAt),
    said('is late', order.late !== null),
    said('refunded', order.refundedCents),
  ];
}

function ofLedger(shop: Shop): Said[] {
  return orderFacts(shop.db, shop.now.getTime()).flatMap((fact) => {
    const said = (what: string, value: unknown) => ({
      about: `${fact.number} ${what}`,
      value,
      where: 'ledger',
    });
    return [
      said('paid', fact.paid),
      said('payment', fact.payment),
      said('recurring', fact.recurring),
      said('work', fact.work),
      said('due', fact.due),
      said('is late', fact.isLate),
      said('refunded', fact.refunded),
      said('total', dollars(fact.cents)),
    ];
  });
}

const PAST = /\b(?:We’ll|will be)\b/;

/** No sentence promises what is over, names a day that could be read as another one, or says "live" of what nobody made. */
function readSentences(shop: Shop, page: OrderResponse): void {
  const { now, timeZone, db } = shop;
  for (const service of page.services) {
    const { title, text } = views.situationOf(service, page, now);
    const where = `${page.orderNumber} ${service.id}: ${title}. ${text}`;
    const imported = orderStore.byNumber(db, page.orderNumber)?.imported;
    if (service.deliveries.length === 0 && !imported) expect(where).not.toMatch(/is live|running|finished/);
    if (service.dueAt === null || !/\bdue\b|\bby\b/.test(text)) continue;
    const due = new Date(service.dueAt);
    const part = (options: Intl.DateTimeFormatOptions) =>
      due.toLocaleString('en-US', { ...options, timeZone });
    expect(where).toContain(part({ hour: 'numeric', minute: '2-digit' }));
    const [on, today] = [due, now].map((at) => at.toLocaleDateString('sv-SE', { timeZone })) as [
      string,
      string,
    ];
    const days = (Date.parse(on) - Date.parse(today)) / 86_400_000;
    if (due < now) {
      expect(where).toMatch(/late, and sorry/);
      expect(where).not.toMatch(PAST);
    } else expect(where).not.toMatch(/late|sorry/);
    if (days === 0) expect(where).toContain('today');
    else if (days < 0 || days > 6) expect(where).toContain(part({ month: 'long', day: 'numeric' }));
    else expect(where).toMatch(new RegExp(`tomorrow|${part({ weekday: 'long' })}`));
  }
}

/** The first task of each order, as the overview and its own page name it. */
function tasksOf({ orderNumber, services }: CaseResponse): { what: string[]; dueAt: string | null } {
  const running = services.filter(({ dueAt }) => dueAt !== null);
  const [first] = running.toSorted((a, b) => (a.dueAt ?? '').localeCompare(b.dueAt ?? ''));
  const same = running.filter(({ dueAt }) => dueAt === first?.dueAt);
  return {
    what: same.map((service) => `${orderNumber} ${SERVICES[service.id].name}: ${views.toDo(service)}`),
    dueAt: first?.dueAt ?? null,
  };
}

async function readOrders(shop: Shop): Promise<Said[]> {
  const { app, get, numbers, now } = shop;
  const overview: OverviewResponse = await get('/api/json/overview');
  const said: Said[] = [];
  for (const number of numbers) {
    const found: CaseResponse = await get(`/api/json/cases/${number}`);
    if (found.order) said.push(...ofOrder(found.order, 'its page'));
    const named = [...overview.promises.late.items, ...overview.promises.today.items].find(
      ({ orderNumber }) => orderNumber === number,
    );
    if (named) {
      const { what, dueAt } = tasksOf(found);
      // "Website: contact the customer" and "Website: Change requested. To do: contact the customer"
      const [service, task] = named.what.split(': ');
      expect(
        what.filter((one) => one.startsWith(`${number} ${service}: `) && one.endsWith(`To do: ${task}`)),
      ).not.toEqual([]);
      said.push({ about: `${number} due`, value: named.dueAt, where: 'the overview' });
      expect(dueAt).toBe(named.dueAt);
    }
    const link = new URLSearchParams(pageLink(app, number));
    const page: OrderResponse = await get(`/api/order?${link}`);
    readSentences(shop, page);
    said.push({ about: `${number} refunded`, value: page.refundedCents, where: 'the customer’s page' });
    if (page.receipt)
      said.push({
        about: `${number} total`,
        value: dollars(page.receipt.dueTodayCents),
        where: 'the customer’s receipt',
      });
    const due = page.services.flatMap(({ dueAt }) => dueAt ?? []).toSorted()[0] ?? null;
    said.push({ about: `${number} due`, value: due, where: 'the customer’s page' });
    for (const { id, name } of found.messages) {
      const { text, isSent } = await get(`/api/json/messages/${id}`);
      const total = /^Total: (\S+)$/m.exec(text)?.[1];
      if (name === 'Order confirmation' && total)
        said.push({ about: `${number} total`, value: total, where: `email ${id}` });
      if (isSent) continue;
      // What a planned email would say now promises nothing that is over.
      for (const [, day] of text.matchAll(/(?:We’ll|will be)[^.]*? by (\w+ \d+)/g))
        expect(new Date(`${day}, ${now.getUTCFullYear()}`).getTime()).toBeGreaterThan(
          now.getTime() - 86_400_000,
        );
    }
  }
  return said;
}

async function readLists(shop: Shop): Promise<Said[]> {
  const { app, db, get, admin } = shop;
  const listed = await whole<ListedOrder>(shop, '/api/json/orders', 'orders');
  const said = listed.flatMap((order) => ofOrder(order, 'the list'));
  const csv = await (await fetch(`${app.base}/api/json/orders.csv`, { headers: admin })).text();
  const lines: Record<string, string>[] = parse(csv, { columns: true, bom: true });
  expect(lines).toHaveLength(listed.length);
  const customers = db.$client.prepare('SELECT id FROM customers').pluck().all() as number[];
  for (const id of customers) {
    const { orderList } = await get(`/api/json/customers/${id}`);
    said.push(...orderList.flatMap((order: ListedOrder) => ofOrder(order, 'the customer')));
  }
  for (const person of db.$client.prepare<[], { email: string }>('SELECT email FROM customer_people').all()) {
    const row = customerStore.personByEmail(db, person.email) ?? expect.fail(person.email);
    const key = ordersKeyOf(app.context, row, shop.now);
    for (const { orderNumber, workStatus, next } of (await get(`/api/orders?key=${key}`)).orders)
      said.push(
        { about: `${orderNumber} work`, value: workStatus, where: 'the page of all orders' },
        // An unpaid order has no work.
        ...(next
          ? [{ about: `${orderNumber} due`, value: next.dueAt, where: 'the page of all orders' }]
          : []),
      );
  }
  const price = ({ amountCents, period }: { amountCents: number; period: string }) =>
    `${dollars(amountCents)} per ${period}`;
  for (const one of await whole<{ orderNumber: string; amountCents: number; period: string }>(
    shop,
    '/api/json/recurring',
    'agreements',
  ))
    said.push({ about: `${one.orderNumber} recurring`, value: price(one), where: 'the recurring payments' });
  return said;
}

async function readFigures(shop: Shop): Promise<void> {
  const { db, get, now, timeZone } = shop;
  const ledger = shopFigures(db, now.getTime(), timeZone);
  const seen: OverviewResponse = await get('/api/json/overview');
  const { recurring } = seen;
  const figures30 = await get('/api/json/figures');
  const cents = (text = '') => Math.round(Number(text) * 100);
  expect({
    late: seen.promises.late.count,
    today: seen.promises.today.count,
    net: cents(figures30.revenue.now.net),
    before: cents(figures30.revenue.before.net),
    sinceYesterday: cents(seen.sinceYesterday),
    toCollect: seen.paymentsToCollect.count,
    owed: cents(seen.paymentsToCollect.sum),
    services: figures30.services,
  }).toEqual({
    late: ledger.late,
    today: ledger.today,
    net: ledger.net,
    before: ledger.before,
    sinceYesterday: ledger.sinceYesterday,
    toCollect: ledger.toCollect,
    owed: ledger.owed,
    services: ledger.services,
  });
  expect(seen.paymentsToReview.count).toBeGreaterThanOrEqual(ledger.toReview);
  const figures = ledger.recurring;
  expect({
    active: recurring?.active,
    ending: recurring?.ending,
    leaving: cents(recurring?.leaving),
    pastDue: recurring?.pastDue,
    atRisk: cents(recurring?.atRisk),
    monthlyRevenue: cents(recurring?.monthlyRevenue),
    canceledThisMonth: recurring?.canceledThisMonth,
  }).toEqual(figures);
  const books = await get('/api/json/invoices?limit=1');
  expect(books.owedCents).toBe(ledger.owed);
  for (const state of ['active', 'ending', 'past-due'] as const) {
    const { total } = await get(`/api/json/recurring?state=${state}&limit=1`);
    expect([state, total]).toEqual([state, state === 'past-due' ? figures.pastDue : figures[state]]);
  }
  const { figures: quotes } = await get('/api/json/quotes?limit=1');
  expect(quotes).toEqual(ledger.quotes);
  const listed = await whole<ListedQuote>(shop, '/api/json/quotes', 'quotes');
  const open = listed.filter(({ state }) => state === 'sent');
  expect(open.length).toBe(ledger.quotes.open.count);
  expect(open.reduce((sum, { total }) => sum + cents(total), 0)).toBe(ledger.quotes.open.cents);
}

test.each(Array.from({ length: SHOPS }, (_, nth) => nth))(
  'shop %i says the same everywhere, and what the ledger says',
  async (nth) => {
    const shop = await aShop(nth);
    const said = [...ofLedger(shop), ...(await readOrders(shop)), ...(await readLists(shop))];
    await readFigures(shop);
    for (const [about, all] of Map.groupBy(said, ({ about }) => about)) {
      const values = new Map(all.map(({ value, where }) => [JSON.stringify(value), where]));
      expect([about, ...values]).toHaveLength(2);
    }
  },
  10 * MINUTES,
);
