import type { Db } from '../../src/db/client.ts';

// What the books must say, from the rows of orders, refunds, and charges alone. It shares no code with them, and reads no
// invoice. A lost dispute changes nothing: it has no credit note.

/** One movement of money that has a document. Amounts have no sign. */
export type Entry = { at: number; isCredit: boolean; state: string; cents: number; tax: number };

type OrderRow = {
  id: number;
  state: string;
  at: number;
  cents: number;
  tax: number;
  paymentId: number;
  percent: number;
  taxesRecurring: 0 | 1;
};
type RefundRow = { paymentId: number; at: number; cents: number; tax: number };
type ChargeRow = { orderId: number; at: number; cents: number; state: string; refunded: number };

export function readLedger({ $client }: Db): Entry[] {
  const rowsOf = <Row>(sql: string) => $client.prepare<[], Row>(sql).all();
  const refunds = Map.groupBy(
    rowsOf<RefundRow>(
      `SELECT payment_id AS paymentId, created_at AS at, amount_cents AS cents, tax_cents AS tax FROM refunds WHERE status = 'succeeded'`,
    ),
    ({ paymentId }) => paymentId,
  );
  const charges = Map.groupBy(
    rowsOf<ChargeRow>(
      `SELECT agreement_id AS orderId, due_at AS at, amount_cents AS cents, state, refunded_cents AS refunded FROM charges WHERE state IN ('paid', 'refunded')`,
    ),
    ({ orderId }) => orderId,
  );
  const orders = rowsOf<OrderRow>(
    `SELECT id, state, created_at AS at, initial_payment_cents AS cents, tax_cents AS tax, payment_id AS paymentId,
      terms ->> '$.taxPercent' AS percent, terms ->> '$.taxesRecurring' AS taxesRecurring
      FROM orders WHERE payment_status = 'completed' AND initial_payment_cents > 0`,
  );
  return orders.flatMap(({ id, state, at, cents, tax, paymentId, percent, taxesRecurring }) => {
    const within = (amount: number) =>
      taxesRecurring ? amount - Math.round(amount / (1 + percent / 100)) : 0;
    return [
      { state, at, cents, tax, isCredit: false },
      ...(refunds.get(paymentId) ?? []).map((refund) => ({ ...refund, state, isCredit: true })),
      ...(charges.get(id) ?? []).flatMap((charge) => {
        const back = charge.state === 'refunded' ? charge.cents : charge.refunded;
        const of = { state, at: charge.at };
        return [
          { ...of, isCredit: false, cents: charge.cents, tax: within(charge.cents) },
          ...(back > 0 ? [{ ...of, isCredit: true, cents: back, tax: within(back) }] : []),
        ];
      }),
    ];
  });
}

/** By state, as the books write it. */
export function sumsOf(entries: readonly Entry[]) {
  const sums: Record<string, Record<string, number>> = {};
  for (const { state, isCredit, cents, tax } of entries) {
    const sum = (sums[state] ??= {
      invoices: 0,
      creditNotes: 0,
      invoicedCents: 0,
      creditedCents: 0,
      netCents: 0,
      taxCents: 0,
    });
    const add = (name: string, value: number) => (sum[name] = (sum[name] ?? 0) + value);
    add(isCredit ? 'creditNotes' : 'invoices', 1);
    add(isCredit ? 'creditedCents' : 'invoicedCents', cents);
    add('netCents', isCredit ? tax - cents : cents - tax);
    add('taxCents', isCredit ? -tax : tax);
  }
  return sums;
}

/** The month in a time zone, such as "2026-11". Asks for each hour once. */
export function monthsIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });
  const known = new Map<number, string>();
  return (at) => {
    const quarterHour = Math.floor(at / 900_000);
    const month = known.get(quarterHour) ?? format.format(at);
    known.set(quarterHour, month);
    return month;
  };
}

const DAY = 24 * 60 * 60_000;
const dayIn = (at: number, timeZone: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone });

/** The first moment of a day, such as "2026-11-16", in a time zone. */
export function midnight(day: string, timeZone: string): number {
  // No zone is more than 15 hours away, and the quarter of an hour is the finest difference.
  for (let at = Date.parse(`${day}T00:00Z`) - 15 * 60 * 60_000; ; at += 900_000)
    if (dayIn(at, timeZone) === day) return at;
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) - days * DAY).toISOString().slice(0, 10);

/** "$1,234.50", written without the shop's own function. */
export const dollars = (cents: number): string =>
  `$${Math.trunc(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`;

/** What every page and list must say of an order at a moment. */
export function orderFacts({ $client }: Db, now: number) {
  const sql = `
    SELECT o.order_number AS number, o.payment_status AS status, o.initial_payment_cents AS cents, CASE WHEN o.work_status = 'delivered' AND o.case_id NOT IN (SELECT case_id FROM deliveries)
        AND o.case_id IN (SELECT case_id FROM orders WHERE NOT is_extra AND imported IS NULL AND service_types <> '[]')
        THEN 'closed' ELSE o.work_status END AS work,
      o.recurring_payment_cents AS sold, o.recurring_period AS soldPeriod, a.amount_cents AS recurring, a.period,
      coalesce((SELECT sum(amount_cents) FROM refunds r WHERE r.payment_id = o.payment_id AND r.status <> 'failed'), 0) AS refunded,
      coalesce((SELECT sum(price ->> '$.dueTodayCents') FROM payment_requests p WHERE p.case_id = o.case_id
        AND p.state IN ('draft', 'open') AND p.checkout_id <> coalesce(o.checkout_id, '')), 0) AS owed,
      (SELECT min(due_at) FROM promises p WHERE p.case_id = o.case_id AND NOT o.is_extra AND kept_at IS NULL AND left_ms IS NULL) AS due
    FROM orders o LEFT JOIN agreements a ON a.id = o.id ORDER BY o.id`;
  type Row = Record<'cents' | 'sold' | 'refunded' | 'owed', number> & {
    number: string;
    status: string;
    work: string;
    soldPeriod: string | null;
    recurring: number | null;
    period: string | null;
    due: number | null;
  };
  return $client
    .prepare<[], Row>(sql)
    .all()
    .map(({ number, status, cents, work, sold, soldPeriod, recurring, period, refunded, owed, due }) => {
      const [kept, whole] = [cents - refunded, cents + owed];
      const perPeriod = recurring ?? sold;
      return {
        number,
        paid: kept === whole ? dollars(kept) : `${dollars(kept)} of ${dollars(whole)}`,
        // In the order of what matters more.
        payment:
          refunded > 0
            ? refunded < cents
              ? 'Partly refunded'
              : 'Refunded'
            : status !== 'completed' || (owed > 0 && cents === 0)
              ? 'Not paid'
              : owed > 0
                ? 'Paid in part'
                : cents > 0
                  ? 'Paid'
                  : 'Nothing due',
        recurring:
          perPeriod > 0 ? `${dollars(perPeriod)} per ${period ?? soldPeriod ?? 'month'}` : 'One-time payment',
        work,
        due: due === null ? null : new Date(due).toISOString(),
        isLate: due !== null && due < now,
        refunded,
        cents,
      };
    });
}

/** The figures of the overview, the quotes, and the books at a moment. */
export function shopFigures({ $client }: Db, now: number, timeZone: string) {
  const one = (sql: string, ...values: (number | string)[]) =>
    Number(
      $client
        .prepare(`SELECT coalesce((${sql}), 0)`)
        .pluck()
        .get(...values),
    );
  const today = dayIn(now, timeZone);
  /** Of what came in until a time of day, such as now. */
  const net = (fromDay: string, to: number) => {
    const from = midnight(fromDay, timeZone);
    const lost = (table: string, column: string) =>
      one(
        `SELECT sum(${column} ->> 'amountCents') FROM ${table} WHERE unixepoch(${column} ->> 'lostAt', 'subsec') * 1000 BETWEEN ? AND ?`,
        from,
        to - 1,
      );
    return (
      one(
        'SELECT sum(received_amount_cents) FROM orders WHERE created_at >= ? AND created_at < ?',
        from,
        to,
      ) +
      one(
        'SELECT sum(amount_cents - refunded_cents) FROM charges WHERE paid_at >= ? AND paid_at < ?',
        from,
        to,
      ) -
      one(
        `SELECT sum(amount_cents) FROM refunds WHERE status <> 'failed' AND created_at >= ? AND created_at < ?`,
        from,
        to,
      ) -
      lost(
        `(SELECT review ->> '$.dispute' AS dispute FROM payments WHERE review ->> '$.code' = 'disputed')`,
        'dispute',
      ) -
      lost('charges', 'dispute')
    );
  };
  const sameTime = (day: string) => midnight(day, timeZone) + now + 1 - midnight(today, timeZone);
  const firstDue = `SELECT min(due_at) AS due FROM promises WHERE kept_at IS NULL AND left_ms IS NULL GROUP BY case_id`;
  const monthly = (where: string) =>
    Math.round(
      one(`SELECT sum(amount_cents * 1.0 / iif(period = 'year', 12, 1)) FROM agreements WHERE ${where}`),
    );
  const active = `state = 'active' AND cancel_at IS NULL`;
  const ending = `state = 'active' AND cancel_at IS NOT NULL`;
  const month = today.slice(0, 7);
  const quotes = (where: string) => ({
    count: one(`SELECT count(*) FROM quotes WHERE ${where}`),
    cents: one(`SELECT sum(total_cents) FROM quotes WHERE ${where}`),
  });
  const open = `state = 'sent' AND valid_until > ${now}`;
  const expired = `state = 'sent' AND valid_until <= ${now}`;
  const recently = now - 90 * DAY;
  const owed = one(
    `SELECT sum(price ->> '$.dueTodayCents') FROM payment_requests WHERE state IN ('draft', 'open')`,
  );
  return {
    late: one(`SELECT count(*) FROM (${firstDue}) WHERE due < ?`, now),
    today: one(
      `SELECT count(*) FROM (${firstDue}) WHERE due >= ? AND due < ?`,
      now,
      midnight(dayBefore(today, -1), timeZone),
    ),
    net: net(dayBefore(today, 29), now + 1),
    before: net(dayBefore(today, 59), sameTime(dayBefore(today, 30))),
    sinceYesterday: net(dayBefore(today, 1), now + 1),
    toCollect: one(`SELECT count(*) FROM payment_requests WHERE state IN ('draft', 'open')`),
    owed,
    toReview: one(`SELECT count(*) FROM orders WHERE review IS NOT NULL AND payment_status = 'pending'`),
    services: Object.fromEntries(
      ['website', 'voice', 'onhold'].map((id) => {
        const between = (fromDay: string, to: number) =>
          one(
            'SELECT count(*) FROM orders, json_each(service_types) WHERE value = ? AND created_at >= ? AND created_at < ?',
            id,
            midnight(fromDay, timeZone),
            to,
          );
        return [
          id,
          {
            now: between(dayBefore(today, 29), now + 1),
            before: between(dayBefore(today, 59), sameTime(dayBefore(today, 30))),
          },
        ];
      }),
    ),
    recurring: {
      active: one(`SELECT count(*) FROM agreements WHERE ${active}`),
      ending: one(`SELECT count(*) FROM agreements WHERE ${ending}`),
      leaving: monthly(ending),
      pastDue: one(`SELECT count(*) FROM agreements WHERE state = 'past-due'`),
      atRisk: monthly(`state = 'past-due'`),
      monthlyRevenue: monthly(`(${active}) OR state = 'past-due'`),
      canceledThisMonth: one(
        'SELECT count(*) FROM agreements WHERE ended_at >= ?',
        midnight(`${month}-01`, timeZone),
      ),
    },
    quotes: {
      open: quotes(open),
      expiring: quotes(`${open} AND valid_until <= ${now + 3 * DAY}`),
      won: quotes(`state = 'accepted' AND order_number IS NOT NULL AND answered_at >= ${recently}`),
      lost: quotes(
        `(state = 'declined' OR (${expired})) AND (answered_at >= ${recently} OR valid_until >= ${recently})`,
      ),
    },
  };
}
