import type { NewQuote } from '@northlight/shared/contracts/write-quote.ts';
import type { QuoteContent, QuoteCustomer } from '../../db/schema/quotes.ts';
import { caseOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { formsOfCase } from '../../work/forms/submission-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { AppContext } from '../context.ts';

type Written = Omit<NewQuote, 'email' | 'orderNumber' | 'send'>;

/** Who ordered or sent a request under this number. */
export function personOf(
  { db }: AppContext,
  number: string,
): { email: string; caseId: CaseId; customer: Partial<QuoteCustomer> } | null {
  const order = orderStore.byNumber(db, number);
  if (order) {
    const { email, caseId } = order;
    return { email, caseId, customer: withoutBlanks(customerIn(order)) };
  }
  const caseId = caseOf(db, number);
  const [row]: Sender[] = formsOfCase(db, caseId).map((one) => one.row);
  if (!row) return null;
  const [first = '', ...rest] = (row.name ?? '').split(' ');
  const named = { firstName: row.firstName ?? first, lastName: row.lastName ?? rest.join(' ') };
  const { email, businessName, phone } = row;
  return { email, caseId, customer: { ...named, ...withoutBlanks({ businessName, phone }) } };
}

/** Each form asks for some of these. */
type Sender = { email: string; phone?: string | null } & Partial<
  Record<'name' | 'firstName' | 'lastName' | 'businessName', string>
>;

export const withoutBlanks = (fields: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

const CUSTOMER = [
  'firstName',
  'lastName',
  'businessName',
  'phone',
  'country',
  'state',
  'city',
  'postalCode',
  'address',
] as const satisfies (keyof QuoteCustomer)[];

export const customerIn = (from: { [Name in keyof QuoteCustomer]?: string | null }) =>
  Object.fromEntries(CUSTOMER.map((name) => [name, from[name]])) as QuoteCustomer;

export const contentIn = ({ lines, discount, message, validDays, duePercent }: Written): QuoteContent => ({
  lines: lines.map(({ amount, ...line }) => ({ ...line, amountCents: amount })),
  discountCents: discount,
  message,
  validDays,
  duePercent,
});
