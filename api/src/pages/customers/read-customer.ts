import { notFound } from '../../base/errors.ts';
import { versionOf } from '../../base/seen-version.ts';
import { numberOf } from '../../db/cases.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { desc, inArray, sql } from 'drizzle-orm';
import type { CustomerResponse, ListedCustomer } from '@northlight/shared/contracts/customers.ts';
import { isCounted } from '../../db/tallies.ts';
import { orders } from '../../db/schema/orders.ts';
import type { AppContext } from '../../money/context.ts';
import { presentDocuments } from '../../money/invoices/documents.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import { presentAgreement } from '../../money/recurring/present-agreement.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import { filesOf } from '../../work/forms/order-files.ts';
import * as caseStore from '../../work/fulfillment/case-store.ts';
import { messagesOf, presentForTeam } from '../../work/fulfillment/messages.ts';
import { presentListedOrder } from '../../work/orders/present-listed-order.ts';
import { presentAll } from '../quotes/present-quote.ts';
import * as customerStore from '../../work/customers/customer-store.ts';

/** More would take longer than a page may. The list of orders has them all. */
const MOST_ORDERS = 200;

/** The newest orders of these addresses, newest first. */
export const ordersOf = ({ db }: Pick<AppContext, 'db'>, emails: readonly string[]) =>
  db
    .select()
    .from(orders)
    .where(inArray(sql`lower(${orders.email})`, [...emails]))
    .orderBy(desc(orders.id))
    .limit(MOST_ORDERS)
    .all();

/** What calls change. Orders and messages that come in are none of it. */
export function customerVersion(db: AppContext['db'], id: number): string {
  const row = customerStore.byId(db, id);
  const [listed] = row ? customerStore.presentCustomers(db, [row]) : [];
  if (!listed) throw notFound();
  return versionOfListed(listed);
}

const versionOfListed = ({ people, tags, responsible, exemption }: ListedCustomer): string =>
  versionOf({ people: people.map(({ email, sees }) => [email, sees]), tags, responsible, exemption });

/** Everything that belongs to a customer; undefined if there is none. */
export function readCustomer(context: AppContext, id: number): CustomerResponse | undefined {
  const { db } = context;
  const row = customerStore.byId(db, id);
  const [listed] = row ? customerStore.presentCustomers(db, [row]) : [];
  if (!listed) return undefined;
  const emails = listed.people.map(({ email }) => email);
  const theirOrders = ordersOf(context, emails);
  const theirQuotes = quoteStore.list(db, { emails, limit: MOST_ORDERS }, context.now()).rows;
  const cases = new Set(
    [...theirOrders, ...theirQuotes.map(({ quote }) => quote)].map(({ caseId }) => caseId),
  );
  const ofEach = <Item extends object>(itemsOf: (caseId: CaseId) => Item[]) =>
    [...cases].flatMap((caseId) => {
      const orderNumber = numberOf(db, caseId);
      return itemsOf(caseId).map((item) => ({ ...item, orderNumber }));
    });
  return {
    success: true,
    ...listed,
    version: versionOfListed(listed),
    orderList: theirOrders.map((order) => presentListedOrder(context, order)),
    quotes: presentAll(context, theirQuotes),
    recurringList: theirOrders.flatMap((order) => {
      const agreement = agreementStore.byOrder(db, order.id);
      return agreement
        ? [
            {
              ...presentAgreement(
                { ...agreement, orderNumber: order.orderNumber },
                agreementStore.chargesOf(db, order.id),
                order,
              ),
              isLeftOut: !isCounted(db, order.paymentMode),
            },
          ]
        : [];
    }),
    documents: theirOrders.flatMap((order) =>
      presentDocuments(db, order, `/api/json/cases/${order.orderNumber}/invoice.pdf`).map((document) => ({
        ...document,
        orderNumber: order.orderNumber,
      })),
    ),
    messages: ofEach((caseId) => messagesOf(db, caseId).map((row) => presentForTeam(db, row))).toSorted(
      (a, b) => a.sentAt.localeCompare(b.sentAt),
    ),
    files: ofEach((caseId) => filesOf(db, caseId, 'admin')),
    notes: caseStore
      .events(db, { customerId: id })
      .map(({ text, by, createdAt }) => ({ text, by, at: createdAt.toISOString() })),
  };
}

/** What an accountant sees of a customer. Of the files, that is the document of an exemption. */
export const booksOfCustomer = (found: CustomerResponse): CustomerResponse => ({
  ...found,
  messages: [],
  files: found.files.filter(({ id }) => id === found.exemption?.fileId),
  notes: [],
});
