import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { WORK_STATUSES } from '@northlight/shared/contracts/lists.ts';
import { SALE_STEPS } from '@northlight/shared/contracts/funnel.ts';
import { addBusinessTime, businessTimeBetween } from '../src/base/business-hours.ts';
import { DAY_MS, HOUR_MS } from '../src/base/units.ts';
import { findDamage } from '../src/db/client.ts';
import { openShopDatabase } from '../src/operations/open-database.ts';
import * as adminStore from '../src/people/session/admin-store.ts';
import { keptPromises } from '../src/work/fulfillment/promise-store.ts';
import { checkTallies } from '../test/shop/check-tallies.ts';
import { sample } from '../test/fixtures/long.ts';
import { tempFolder } from '../test/fixtures/temp-folder.ts';
import { startTestApp, testEnv } from '../test/shop/test-app.ts';
import { quotes } from '../src/db/schema/quotes.ts';
import { agreements, charges } from '../src/db/schema/recurring.ts';
import { checkDueAgreements } from '../src/money/recurring/check-agreement.ts';
import { presentForCustomer } from '../src/pages/quotes/present-quote.ts';
import { readServices } from '../src/work/fulfillment/service-state.ts';
import * as orderStore from '../src/work/orders/order-store.ts';
import { seedShop } from './seed-shop.ts';

const COUNT = 300;
const NOW = new Date('2026-11-24T16:20:00Z');
const { hours, secret } = testEnv();
/** What at least one row must be. */
const SOME = [
  `orders WHERE missing_forms <> '[]' AND payment_status = 'completed'`,
  `orders WHERE review IS NOT NULL`,
  `orders WHERE promo_code IS NOT NULL AND initial_payment_cents = 0`,
  `deliveries WHERE version > 1`,
  `deliveries WHERE change IS NOT NULL`,
  `order_messages`,
  `case_events WHERE kind = 'note'`,
  `order_files`,
  `refunds JOIN payments ON payments.id = payment_id WHERE refunds.amount_cents < received_amount_cents`,
  `refunds JOIN payments ON payments.id = payment_id WHERE refunds.amount_cents = received_amount_cents`,
  `invoices WHERE refund_id IS NOT NULL`,
  `agreements WHERE cancel_at IS NOT NULL`,
  ...['draft', 'sent', 'accepted', 'declined', 'withdrawn'].map((state) => `quotes WHERE state = '${state}'`),
  `quotes WHERE state = 'sent' AND valid_until > ${NOW.getTime()}`,
  `quotes WHERE state = 'sent' AND valid_until <= ${NOW.getTime()}`,
  `quotes WHERE json_array_length(versions) > 1`,
  `quotes JOIN order_messages ON order_messages.case_id = quotes.case_id`,
  `payment_requests WHERE quote_id IS NULL AND state IN ('open', 'draft')`,
  `unfinished_checkouts WHERE recovered_cents IS NULL`,
  `unfinished_checkouts WHERE recovered_cents > 0`,
  `(SELECT quarantine_reason FROM voice_agent_form_submissions UNION ALL SELECT quarantine_reason FROM on_hold_submissions) WHERE quarantine_reason IS NOT NULL`,
];
/** What no row may be, because its page would contradict itself. */
const NONE = [
  `quotes WHERE seen_at IS NULL AND (answered_at IS NOT NULL OR EXISTS (SELECT 1 FROM order_messages WHERE case_id = quotes.case_id AND admin_id IS NULL AND state = 'sent'))`,
  `quotes WHERE seen_at < created_at OR answered_at < seen_at`,
  `orders WHERE review ->> '$.code' = 'payment_lost' AND order_number NOT IN (SELECT order_number FROM outbox WHERE kind = 'payment-update' AND status = 'sent')`,
  `orders WHERE work_status = 'delivered' AND case_id NOT IN (SELECT case_id FROM deliveries)`,
  `orders WHERE work_status <> 'new' AND payment_status = 'pending'`,
  `deliveries WHERE case_id IN (SELECT case_id FROM orders WHERE payment_status = 'pending')`,
  `deliveries WHERE answered_at < created_at`,
  `order_messages AS m JOIN orders AS o ON o.case_id = m.case_id WHERE m.created_at < o.created_at AND NOT o.is_extra AND o.case_id LIKE 'ORD-%'`,
  `orders WHERE work_status = 'new' AND case_id IN (SELECT case_id FROM deliveries)`,
  `promises WHERE kept_at < started_at OR due_at < started_at`,
  `charges JOIN orders ON orders.id = agreement_id WHERE paid_at < orders.created_at`,
  `refunds JOIN payments ON payments.id = payment_id WHERE refunds.created_at < payments.created_at`,
  `payment_requests WHERE state = 'open' AND sent_at IS NULL`,
];

async function aShop(now = NOW) {
  const dataDir = tempFolder();
  const db = openShopDatabase({ dataDir });
  onTestFinished(() => void db.$client.close());
  const person = { username: 'ines', password: '', email: 'ines@northlight.example', role: 'staff' as const };
  adminStore.insert(db, person, now);
  await seedShop(db, COUNT, now, { hours, secret, studio: { team: [1], dataDir } });
  const all = <Row = number>(sql: string): Row[] => db.$client.prepare(sql).pluck().all() as Row[];
  const one = (sql: string): number => Number(all(sql)[0]);
  return { db, dataDir, all, one };
}

test('a seeded shop keeps its promises in business hours, and no count contradicts its rows', async () => {
  const { db, dataDir, all, one } = await aShop();
  for (const table of [
    'promises',
    'orders',
    'form_submissions',
    'voice_agent_form_submissions',
    'on_hold_submissions',
  ])
    for (const due of all(`SELECT DISTINCT due_at FROM ${table} WHERE due_at IS NOT NULL`))
      expect(addBusinessTime(hours, new Date(due), 0), table).toEqual(new Date(due));
  // As the promise clock counts them.
  const days = businessTimeBetween(hours, new Date('2026-11-24T05:00Z'), new Date('2026-11-25T05:00Z'));
  for (const [start, due] of all<string>(
    `SELECT started_at || ' ' || due_at FROM promises WHERE kind = 'launch'`,
  ).map((row) => row.split(' ')))
    expect(addBusinessTime(hours, new Date(Number(start)), 2 * days)).toEqual(new Date(Number(due)));
  const { kept, all: promised } = keptPromises(db, new Date(NOW.getTime() - 90 * DAY_MS), NOW);
  expect(promised).toBeGreaterThan(COUNT);
  expect(kept / promised).toBeGreaterThan(0.9);
  expect(kept / promised).toBeLessThan(0.99);
  const late = one(`SELECT count(*) FROM orders WHERE due_at < ${NOW.getTime()}`);
  expect(late).toBeGreaterThanOrEqual(3);
  expect(late).toBeLessThanOrEqual(12);
  checkTallies(db);
  expect(findDamage(db.$client, 'integrity_check')).toBeNull();
  expect(db.$client.pragma('foreign_key_check')).toEqual([]);
  expect(readdirSync(join(dataDir, 'files')).length).toBeGreaterThan(0);
});

test('a seeded shop has every state of work and of recurring payments, and a believable quarter', async () => {
  const { all, one } = await aShop();
  expect(one('SELECT count(*) FROM orders')).toBe(COUNT);
  expect(all<string>('SELECT DISTINCT work_status FROM orders').toSorted()).toEqual(
    [...WORK_STATUSES].toSorted(),
  );
  const states = all<string>('SELECT DISTINCT state FROM agreements');
  expect(states).toEqual(expect.arrayContaining(['active', 'past-due', 'canceled']));
  const weeks = all(`SELECT DISTINCT created_at / ${7 * DAY_MS} FROM orders WHERE received_amount_cents > 0`);
  expect(weeks.length).toBeGreaterThanOrEqual(10);
  const steps = SALE_STEPS.map((step) =>
    one(`SELECT sum(count) FROM step_counts WHERE service = '' AND step = '${step}'`),
  );
  expect(steps.toSorted((a, b) => b - a)).toEqual(steps);
  expect(steps.at(-1)).toBe(one(`SELECT count(*) FROM orders WHERE payment_status = 'completed'`));
  for (const some of SOME) expect(one(`SELECT count(*) FROM ${some}`), some).toBeGreaterThan(0);
  for (const none of NONE) expect(one(`SELECT count(*) FROM ${none}`), none).toBe(0);
  expect(
    all(
      'SELECT 1 FROM payments p JOIN refunds r ON r.payment_id = p.id GROUP BY p.id HAVING sum(r.amount_cents) > p.received_amount_cents',
    ),
  ).toEqual([]);
  const emails = ['orders', 'form_submissions', 'voice_agent_form_submissions', 'on_hold_submissions'];
  expect(
    emails.flatMap((table) => all(`SELECT email FROM ${table} WHERE email NOT LIKE '%.example'`)),
  ).toEqual([]);
  // The order of a quote has the price that was agreed on, and the rest of it was asked for.
  expect(
    all(
      `SELECT q.number FROM quotes q LEFT JOIN orders o ON o.order_number = q.order_number LEFT JOIN payment_requests p ON p.quote_id = q.id AND p.checkout_id = o.checkout_id AND p.state = 'paid'
        LEFT JOIN payment_requests r ON r.reason = 'Quote ' || q.number || ': final payment' WHERE q.state = 'accepted'
        AND coalesce(p.price ->> '$.dueTodayCents' + coalesce(r.price ->> '$.dueTodayCents', 0), 0) <> q.total_cents`,
    ),
  ).toEqual([]);
  // Whoever was written to, or whose work began, is not waiting to be contacted.
  expect(
    all(
      `SELECT p.case_id FROM promises p WHERE p.kind = 'contact' AND p.kept_at IS NULL AND p.left_ms IS NULL AND (
        EXISTS (SELECT 1 FROM order_messages m WHERE m.case_id = p.case_id AND m.admin_id IS NOT NULL AND m.created_at >= p.started_at) OR
        EXISTS (SELECT 1 FROM case_events e WHERE e.case_id = p.case_id AND e.kind = 'work-status' AND e.created_at >= p.started_at))`,
    ),
  ).toEqual([]);
  expect(all(`SELECT created_at FROM quotes WHERE created_at > ${NOW.getTime()}`)).toEqual([]);
  expect(all(`SELECT recipient FROM outbox WHERE recipient NOT LIKE '%.example'`)).toEqual([]);
});

test('the running shop finds nothing to correct in a seeded one', async () => {
  const { db, all } = await aShop();
  const app = await startTestApp({ db });
  app.clock.now = NOW;
  for (const number of all<string>(`SELECT order_number FROM orders WHERE payment_status = 'completed'`)) {
    const order = orderStore.byNumber(db, number);
    const states = order ? readServices(db, order).map(({ state }) => state) : [];
    const isOver = states.every((state) => state === 'done');
    expect(order?.workStatus === 'delivered', `${number}: ${states.join()}`).toBe(isOver);
  }
  const accepted = db.select().from(quotes).where(eq(quotes.state, 'accepted')).all();
  expect(accepted.length).toBeGreaterThan(1);
  for (const quote of accepted)
    expect(presentForCustomer(app.context, quote).payments, quote.number).toMatchObject([
      { amountCents: orderStore.byNumber(db, quote.orderNumber ?? '')?.receivedAmountCents },
    ]);
  db.update(agreements).set({ nextCheckAt: NOW }).where(isNotNull(agreements.nextCheckAt)).run();
  const known = () =>
    all<string>(`SELECT id || state || coalesce(next_charge_at, cancel_at) FROM agreements`);
  const before = [known(), db.select().from(charges).all()];
  while ((await checkDueAgreements(app.context)) > 0);
  expect([known(), db.select().from(charges).all()]).toEqual(before);
});

test('the same count and time make the same shop', { tags: ['long'] }, async () => {
  const [first, second] = [await aShop(), await aShop()];
  // The counters also say when the database was made.
  const tables = first.all<string>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_search*' AND name NOT IN ('__drizzle_migrations', 'sequence_counter')`,
  );
  const rowsOf = ({ db }: typeof first, table: string) =>
    db.$client.prepare(`SELECT * FROM "${table}"`).all();
  for (const table of tables) expect(rowsOf(first, table), table).toEqual(rowsOf(second, table));
});

test.each(
  sample([
    ['on a Sunday night', '2026-11-22T07:30:00Z'],
    ['on Thanksgiving', '2026-11-26T15:00:00Z'],
    ['on a Monday morning', '2026-11-23T13:00:00Z'],
  ] as const),
)('a shop seeded %s has work that is due and a few late orders', async (_, time) => {
  const now = new Date(time);
  const { one } = await aShop(now);
  const late = one(`SELECT count(*) FROM orders WHERE due_at < ${now.getTime()}`);
  expect(late).toBeGreaterThanOrEqual(3);
  expect(late).toBeLessThanOrEqual(12);
  expect(one(`SELECT count(*) FROM orders WHERE due_at > ${now.getTime()}`)).toBeGreaterThan(3);
  expect(one(`SELECT count(*) FROM orders WHERE created_at > ${now.getTime() + HOUR_MS}`)).toBe(0);
});
