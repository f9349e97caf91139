import { eq, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { prepared } from './prepared.ts';
import { sequenceCounter } from './schema/orders.ts';

export const ORDER_COUNTER = 'orders';
/** Of invoices and credit notes together. */
export const INVOICE_COUNTER = 'invoices';
export const QUOTE_COUNTER = 'quotes';
/** Of the orders that the shop places to test itself, and of their documents. */
export const TEST_ORDER_COUNTER = 'test orders';
export const TEST_DOCUMENT_COUNTER = 'test documents';
/** The number of every such order begins with this, and of no other: those begin after ORD-10000. */
export const TEST_ORDER_PREFIX = 'ORD-0';

const increment = prepared((db, given) =>
  db
    .update(sequenceCounter)
    .set({
      currentValue: sql`${sequenceCounter.currentValue} + 1`,
      updatedAt: sql`${given('now')}`,
    })
    .where(eq(sequenceCounter.name, given('name')))
    .returning({ value: sequenceCounter.currentValue }),
);

export const isTestOrder = ({ orderNumber }: { orderNumber: string }): boolean =>
  orderNumber.startsWith(TEST_ORDER_PREFIX);

/** The next number of a counter. Call it in the transaction that uses it, or there is a gap. */
export function nextNumber(db: Db, name: string, now: Date): number {
  const value = increment(db).get({ name, now: now.getTime() })?.value;
  if (value === undefined)
    throw new Error(`The ${name.replace(/s$/, '')} counter is missing. Run the migrations.`);
  return value;
}

/** "INV-1001", "CN-1002", or of a test order "TEST-1". */
export const documentNumber = (number: number, isCreditNote: boolean): string =>
  number < 0 ? `TEST-${-number}` : `${isCreditNote ? 'CN' : 'INV'}-${number}`;
