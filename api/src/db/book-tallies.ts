// What the invoices and credit notes of a month come to, by state. A month is UTC's here, because the studio's time zone
// can change: `books-store.ts` reads the hours between the two from their rows.

const isOver = (invoice: string, charge: string) =>
  `${invoice}.refunded_cents > iif(${charge}.state = 'refunded', ${charge}.amount_cents, ${charge}.refunded_cents)`;

export const isCredit = (row: string) => `(${row}.refund_id IS NOT NULL OR ${row}.refunded_cents > 0)`;

/** A credit note whose refund failed later, or of a charge of which less was refunded in the end. */
export const isVoid = (row: string) =>
  `coalesce(CASE WHEN ${row}.refund_id IS NOT NULL THEN (SELECT status = 'failed' FROM refunds WHERE id = ${row}.refund_id)
    WHEN ${row}.refunded_cents > 0 THEN (SELECT ${isOver(row, 'charges')} FROM charges WHERE id = ${row}.charge_id) END, 0)`;

const VALUES = { count: '1', cents: 'row.amount_cents', tax: 'row.tax_cents' };
/** Their amounts are stored a moment after the rows. */
const IS_WRITTEN = 'row.amount_cents IS NOT NULL';

/** Names such as "books: 2026-11 cents credit MI". */
export const BOOK_TALLIES = Object.entries(VALUES).map(([what, value]) => ({
  name: `'books: ' || strftime('%Y-%m', row.created_at / 1000, 'unixepoch') || ' ${what} ' || iif(${isCredit('row')}, 'credit ', 'invoice ') || row.state`,
  value,
  where: `${IS_WRITTEN} AND NOT ${isVoid('row')}`,
}));

const add = (sign: string, which: string) =>
  BOOK_TALLIES.map(
    ({ name, value }) =>
      `INSERT INTO tallies SELECT ${name}, (${sign}) * (${value}) FROM invoices AS row WHERE ${which} AND ${IS_WRITTEN}
        ON CONFLICT DO UPDATE SET value = value + excluded.value;`,
  ).join(' ');

/** A document becomes void, or counts again, without a change of its own row. */
export const VOID_TRIGGERS = [
  `CREATE TRIGGER tally_refunds_void AFTER UPDATE OF status ON refunds
    WHEN (OLD.status = 'failed') <> (NEW.status = 'failed')
    BEGIN ${add(`iif(NEW.status = 'failed', -1, 1)`, 'row.refund_id = NEW.id')} END`,
  `CREATE TRIGGER tally_charges_void AFTER UPDATE OF state, amount_cents, refunded_cents ON charges
    WHEN (OLD.state, OLD.amount_cents, OLD.refunded_cents) <> (NEW.state, NEW.amount_cents, NEW.refunded_cents)
    BEGIN ${add(`(${isOver('row', 'OLD')}) - (${isOver('row', 'NEW')})`, 'row.charge_id = NEW.id AND row.refunded_cents > 0')} END`,
];
