import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { NewQuote } from '@northlight/shared/contracts/write-quote.ts';
import type { QuoteContent, QuoteCustomer } from '../../db/schema/quotes.ts';
import { caseOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { submissionTables } from '../../work/forms/submission-store.ts';
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
  for (const form of SERVICE_IDS) {
    const row:
      | {
          email: string;
          name?: string;
          firstName?: string;
          lastName?: string;
          businessName?: string;
          phone?: string | null;
        }
      | undefined = submissionTables[form].ofCase(db, caseId).at(0);
    if (!row) continue;
    const [first = '', ...rest] = (row.name ?? '').split(' ');
    const named = { firstName: row.firstName ?? first, lastName: row.lastName ?? rest.join(' ') };
    return {
      email: row.email,
      caseId,
      customer: { ...named, ...withoutBlanks({ businessName: row.businessName, phone: row.phone }) },
    };
  }
  return null;
}

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
