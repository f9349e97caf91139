/** The baseline for a purchase: the rows that it writes into the shop's own tables, and none of the shop's code. */
import type { Database } from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { openDatabase } from '../src/db/client.ts';
import { migrateDatabase } from '../src/db/migrate.ts';

type Body = Record<string, unknown>;
type Row = Record<string, string | number | null>;
export type Baseline = ReturnType<typeof openBaseline>;

const CONSENT = JSON.stringify({
  text: 'After that, your website costs $30 a month, starting one month from today, until you cancel. We will save your payment method for these payments and let you know before the first charge.',
  amountCents: 3_000,
  period: 'month',
  agreedAt: new Date().toISOString(),
});
const PRICE = JSON.stringify({
  lines: [{ serviceId: 'website', name: 'Website', amountCents: 14_900 }],
  subtotalCents: 14_900,
  promoCode: null,
  discountCents: 0,
  taxCents: 0,
  dueTodayCents: 14_900,
  recurringCents: 3_000,
  recurringPeriod: 'month',
});
const DAY_MS = 24 * 60 * 60_000;

/** The three calls of a purchase with a demo card, each in one durable transaction. */
export function openBaseline(file: string) {
  const orm = openDatabase(file);
  migrateDatabase(orm);
  const db = orm.$client;
  if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('The baseline must be durable, too.');
  const insert = inserts(db);
  const number = db
    .prepare(
      `UPDATE sequence_counter SET current_value = current_value + 1 WHERE name = ? RETURNING current_value`,
    )
    .pluck();
  const draftOf = db.prepare<[string], { details: string }>(
    'SELECT details FROM checkout_drafts WHERE id = ?',
  );
  const paymentOf = db
    .prepare<[string], number>('SELECT id FROM payments WHERE provider_payment_id = ?')
    .pluck();
  const markPaid = db.prepare(
    `UPDATE payments SET status = 'paid', received_amount_cents = 14900, received_currency = 'usd', charge_id = provider_payment_id WHERE id = ?`,
  );
  const dropUnfinished = db.prepare('DELETE FROM unfinished_checkouts WHERE checkout_id = ?');

  const begin = (body: Body): string => {
    const at = Date.now();
    const key = randomUUID();
    const id = `pi_dev_${key}_14900_0000000000000000000000`;
    const [checkoutId, details] = [String(body['checkoutId']), JSON.stringify(body)];
    const times = { created_at: at, updated_at: at };
    insert('checkout_drafts', {
      id: checkoutId,
      details,
      price: PRICE,
      consent: CONSENT,
      claimed_amount_cents: 14_900,
      ...times,
    });
    insert('payments', {
      provider: 'demo-card',
      attempt_key: key,
      provider_payment_id: id,
      draft_id: checkoutId,
      amount_cents: 14_900,
      currency: 'usd',
      status: 'open',
      client_network: '127.0.0.0/24',
      recurring: '{"amountCents":3000,"period":"month"}',
      ...times,
    });
    insert('unfinished_checkouts', {
      checkout_id: checkoutId,
      step: 'payment',
      bundle: '{"serviceIds":["website"],"addonIds":[],"isYearly":false,"promoCode":""}',
      due_cents: 14_900,
      information: details,
      ...times,
    });
    return id;
  };
  const pay = (id: string): number => insert('demo_payments', { id, status: 'paid', updated_at: Date.now() });
  const complete = (body: Body): string => {
    const at = Date.now();
    const [checkoutId, paymentId] = [
      String(body['checkoutId']),
      paymentOf.get(String(body['paymentIntentId'])),
    ];
    const { details = '{}' } = draftOf.get(checkoutId) ?? {};
    const buyer: Record<string, string> = JSON.parse(details);
    const of = (name: string): string => buyer[name] ?? '';
    const orderNumber = `ORD-${String(number.get('orders'))}`;
    markPaid.run(paymentId);
    const orderId = insert('orders', {
      order_number: orderNumber,
      case_id: orderNumber,
      checkout_id: checkoutId,
      payment_id: paymentId ?? null,
      first_name: of('firstName'),
      last_name: of('lastName'),
      email: of('email'),
      phone: of('phone'),
      business_name: of('businessName'),
      business_description: of('businessDescription'),
      country: of('country'),
      state: of('state'),
      city: of('city'),
      postal_code: of('postalCode'),
      address: of('address'),
      service_types: '["website"]',
      base_price_cents: 14_900,
      discount_cents: 0,
      tax_cents: 0,
      initial_payment_cents: 14_900,
      recurring_payment_cents: 3_000,
      recurring_period: 'month',
      consent: CONSENT,
      payment_method: 'credit-card',
      payment_mode: 'demo',
      payment_status: 'completed',
      received_amount_cents: 14_900,
      created_at: at,
      missing_forms: '["website"]',
    });
    insert('order_lines', {
      order_id: orderId,
      service_id: 'website',
      name: 'Website',
      amount_cents: 14_900,
    });
    insert('invoices', { number: Number(number.get('invoices')), order_id: orderId, created_at: at });
    insert('search_queue', { order_id: orderId });
    insert('agreements', {
      id: orderId,
      provider: 'demo-card',
      state: 'pending',
      period: 'month',
      amount_cents: 3_000,
      started_at: at,
      first_charge_at: at + 30 * DAY_MS,
      next_charge_at: at + 30 * DAY_MS,
      next_check_at: at + 2_000,
      updated_at: at,
    });
    for (const [kind, days] of [
      ['order-confirmation', 0],
      ['new-order', 0],
      ['form-reminder', 1],
      ['form-reminder', 3],
      ['form-reminder', 7],
    ] as const)
      insert('outbox', {
        kind,
        key: `${kind}-${days}:${orderNumber}`,
        case_id: orderNumber,
        payload: days > 0 ? `{"day":${days}}` : 'null',
        recipient: of('email'),
        due_at: at + days * DAY_MS,
        next_attempt_at: at + days * DAY_MS,
        created_at: at,
      });
    dropUnfinished.run(checkoutId);
    return orderNumber;
  };
  return {
    begin: db.transaction(begin).immediate,
    pay: db.transaction(pay).immediate,
    complete: db.transaction(complete).immediate,
  };
}

/** Inserts a row into a table by a statement that is prepared once. Returns the row's ID. */
function inserts(db: Database) {
  const prepared = new Map<string, ReturnType<Database['prepare']>>();
  return (table: string, row: Row): number => {
    let statement = prepared.get(table);
    if (!statement) {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`).join();
      statement = db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${values})`);
      prepared.set(table, statement);
    }
    return Number(statement.run(row).lastInsertRowid);
  };
}
