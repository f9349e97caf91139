import { prepared } from './prepared.ts';
import type { Db } from './client.ts';
import type { CaseId } from './schema/columns.ts';
import { and, eq } from 'drizzle-orm';
import { orders } from './schema/orders.ts';
import { quotes } from './schema/quotes.ts';

// A case is the thread between the studio and a customer: everything with the same case ID. Its first order, the orders for
// what is sold later, and its quotes each have a number of their own.

const ofOrder = prepared((db, given) =>
  db
    .select({ caseId: orders.caseId })
    .from(orders)
    .where(eq(orders.orderNumber, given('number'))),
);

const ofQuote = prepared((db, given) =>
  db
    .select({ caseId: quotes.caseId })
    .from(quotes)
    .where(eq(quotes.number, given('number'))),
);

const firstNumber = prepared((db, given) =>
  db
    .select({ number: orders.orderNumber })
    .from(orders)
    .where(and(eq(orders.caseId, given('caseId')), eq(orders.isExtra, false))),
);

/** The case of an order or quote. A request, which is neither, begins a case with its number. */
export const caseOf = (db: Db, number: string): CaseId =>
  (ofOrder(db).get({ number }) ?? ofQuote(db).get({ number }))?.caseId ?? newCase(number);

/** What an order, a quote, or a request with this number begins. */
export const newCase = (number: string): CaseId => number as CaseId;

/** The number of the order that a case began with. Undefined before it has one. */
export const orderNumberOf = (db: Db, caseId: CaseId): string | undefined =>
  firstNumber(db).get({ caseId })?.number;

/** What people call a case: the number of its first order. Before it has one, that of its quote or request. */
export const numberOf = (db: Db, caseId: CaseId): string => orderNumberOf(db, caseId) ?? caseId;
