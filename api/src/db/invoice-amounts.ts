import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { STATES } from '@northlight/shared/catalog/us-states.ts';
import type { Db } from './client.ts';
import { perDatabase } from './prepared.ts';

// What an invoice or a credit note comes to is stored with it, so that a month is summed without its orders. The PDFs
// compute the same from their orders; `books.test.ts` compares the two.

/** Of a buyer in the United States who left it empty. */
const NO_STATE = 'No state';

const { website } = DEFAULT_CATALOG.services;
const defaultPercent = DEFAULT_CATALOG.taxes[0]?.percent ?? 0;

const PERCENT = `coalesce(terms ->> '$.taxPercent', CASE WHEN tax_cents > 0 THEN ${defaultPercent} ELSE 0 END)`;
/** Older orders without terms show by their amounts whether the recurring ones have tax. */
const TAXES_RECURRING = `coalesce(terms ->> '$.taxesRecurring', tax_cents > 0 AND recurring_payment_cents > iif(is_yearly, ${website.yearlyCents}, ${website.monthlyCents}))`;

const ofOrder = (value: string) => `(SELECT ${value} FROM orders WHERE id = invoices.order_id)`;
/** The tax within a recurring amount. */
const taxIn = (cents: string) =>
  ofOrder(`iif(${TAXES_RECURRING}, ${cents} - round(${cents} * 100.0 / (100 + ${PERCENT})), 0)`);

const CHARGED = '(SELECT amount_cents FROM charges WHERE id = charge_id)';
const BEFORE = `coalesce((SELECT max(b.refunded_cents) FROM invoices AS b
  WHERE b.charge_id = invoices.charge_id AND b.refunded_cents < invoices.refunded_cents), 0)`;

const AMOUNT = `CASE
  WHEN refund_id IS NOT NULL THEN (SELECT amount_cents FROM refunds WHERE id = refund_id)
  WHEN charge_id IS NULL THEN ${ofOrder('initial_payment_cents')}
  WHEN refunded_cents = 0 THEN ${CHARGED}
  ELSE refunded_cents - ${BEFORE} END`;
const TAX = `CASE
  WHEN refund_id IS NOT NULL THEN (SELECT tax_cents FROM refunds WHERE id = refund_id)
  WHEN charge_id IS NULL THEN ${ofOrder('tax_cents')}
  WHEN refunded_cents = 0 THEN ${taxIn(CHARGED)}
  ELSE ${taxIn('invoices.refunded_cents')} - ${taxIn(BEFORE)} END`;

const names = STATES.split(',').flatMap((one) => {
  const [code = '', ...name] = one.split(' ');
  return [code, name.join(' ')].map((typed) => `WHEN '${typed.toLowerCase()}' THEN '${code}'`);
});
/** Older orders have their state as it was typed. */
const STATE = ofOrder(
  `iif(replace(replace(lower(country), '.', ''), ' ', '') IN (${['', 'us', 'usa', 'america', 'unitedstates', 'unitedstatesofamerica', 'theunitedstates', 'theunitedstatesofamerica'].map((name) => `'${name}'`).join()}),
    CASE lower(trim(coalesce(state, ''))) WHEN '' THEN '${NO_STATE}' ${names.join(' ')} ELSE 'Other' END, 'Other')`,
);

const FILL = `UPDATE invoices SET amount_cents = ${AMOUNT}, tax_cents = ${TAX}, state = ${STATE} WHERE amount_cents IS NULL`;

const fill = perDatabase(({ $client }) => $client.prepare(FILL));

/** Stores what the new documents come to. Call it in the transaction that gives them their numbers. */
export function recordAmounts(db: Db): void {
  fill(db).run();
}
