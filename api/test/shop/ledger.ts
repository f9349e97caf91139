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

/** The week of the overview that a moment is in: its Monday in a time zone, such as "2026-11-16". */
export function weekOf(at: number, timeZone: string): string {
  const day = new Date(new Date(at).toLocaleDateString('sv-SE', { timeZone }));
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
