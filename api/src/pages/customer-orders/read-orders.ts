import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { ORDER_PAGE } from '@northlight/shared/contracts/customer-links.ts';
import type { CustomerOrdersResponse } from '@northlight/shared/contracts/customer-orders.ts';
import type { ServiceState } from '@northlight/shared/contracts/deliveries.ts';
import { shownWork } from '../../db/shown-work.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { AppContext } from '../../money/context.ts';
import { presentDocuments } from '../../money/invoices/documents.ts';
import { quotePageOf } from '../../money/quotes/quote-key.ts';
import { isFrom, quotePriceOf, taxRulesOf } from '../../money/quotes/quote-state.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import { otherPeriodOf } from '../../money/recurring/change-period.ts';
import { againKeyOf } from '../../work/customers/customer-key.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import type { PersonRow } from '../../work/customers/customer-store.ts';
import { readServices } from '../../work/fulfillment/service-state.ts';
import { orderKeyOf, workKeyOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { ordersOf } from '../customers/read-customer.ts';
import { openOfCase } from '../../money/quote-rules/ask-payment.ts';

/** Everything on a person's page of all orders. `key` is that of their link. */
export function readCustomerOrders(
  context: AppContext,
  person: PersonRow,
  key: string,
): CustomerOrdersResponse {
  const { db, settings, now } = context;
  const { email, sees } = person;
  const isOwn = (order: Pick<OrderWithLines, 'email'>) => order.email.toLowerCase() === email;
  const all = theirOrders(context, person);
  const seesMoney = (order: OrderWithLines) => isOwn(order) || sees !== 'orders';
  const pageOf = (order: OrderWithLines): string | null => {
    if (!isOwn(order) && sees === 'money') return null;
    const own = seesMoney(order) ? orderKeyOf(settings.secret, order) : workKeyOf(settings.secret, order);
    return `${ORDER_PAGE}?${new URLSearchParams({ order: order.orderNumber, key: own })}`;
  };
  const bought = new Set(all.flatMap(({ serviceTypes }) => serviceTypes));
  const { services } = currentCatalog(db);
  const taxRules = taxRulesOf(context, email);
  return {
    success: true,
    name: person.name,
    email,
    orders: all.flatMap((order) => {
      const url = pageOf(order);
      // What was added to an order is on its page.
      if (url === null || order.isExtra) return [];
      const standing = order.paymentStatus === 'completed' ? readServices(db, order) : [];
      const [next] = standing
        .flatMap(({ id, promise, dueAt }) => (promise && dueAt ? [{ id, promise, dueAt }] : []))
        .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
      return {
        orderNumber: order.orderNumber,
        createdAt: order.createdAt.toISOString(),
        services: order.serviceTypes,
        by: isOwn(order) ? null : `${order.firstName} ${order.lastName}`.trim(),
        workStatus: shownWork(db, order),
        next: next ?? null,
        waits: [
          ...standing.flatMap(({ id, state }) => WAITS[state]?.(SERVICES[id].name) ?? []),
          ...(seesMoney(order) ? openOfCase(db, order.caseId) : []).map(({ reason }) => `Pay for ${reason}`),
        ],
        url,
      };
    }),
    quotes: quoteStore.list(db, { emails: [email], state: 'open' }, now()).rows.map(({ quote }) => ({
      number: quote.number,
      total: centsToText(quotePriceOf(context, quote, taxRules).whole.dueTodayCents),
      isFrom: isFrom(quote),
      validUntil: quote.validUntil?.toISOString() ?? '',
      url: quotePageOf(context, quote, ''),
    })),
    recurring: all.flatMap((order) => {
      const agreement = seesMoney(order) && agreementStore.byOrder(db, order.id);
      if (!agreement) return [];
      const { state, period, amountCents, nextChargeAt, cancelAt } = agreement;
      const other = otherPeriodOf(context, agreement, order);
      return {
        orderNumber: order.orderNumber,
        state,
        period,
        amountCents,
        nextChargeAt: nextChargeAt?.toISOString() ?? null,
        cancelAt: cancelAt?.toISOString() ?? null,
        yearlyCents: other?.period === 'year' ? other.amountCents : null,
        url: pageOf(order),
      };
    }),
    documents: all.filter(seesMoney).flatMap((order) =>
      presentDocuments(db, order, '/api/orders/invoice.pdf', { key, order: order.orderNumber })
        .map((document) => ({ ...document, orderNumber: order.orderNumber }))
        .toReversed(),
    ),
    offers: SERVICE_IDS.filter((id) => services[id].state === 'open').map((id) => {
      const { firstPaymentCents, monthlyCents } = services[id];
      return {
        service: id,
        firstPayment: centsToText(firstPaymentCents),
        monthly: monthlyCents === null ? null : centsToText(monthlyCents),
        isAgain: bought.has(id),
        url: `/checkout?${new URLSearchParams({ resume: againKeyOf(key, id) })}`,
      };
    }),
    timeZone: settings.hours.timeZone,
  };
}

/** Theirs, and those of the people they share a customer with if they may see something of them, newest first. */
export const theirOrders = (context: AppContext, person: PersonRow): OrderWithLines[] =>
  ordersOf(
    context,
    (person.sees === 'own' ? [person] : customerStore.peopleOf(context.db, [person.customerId])).map(
      ({ email }) => email,
    ),
  ).flatMap(({ orderNumber }) => orderStore.byNumber(context.db, orderNumber) ?? []);

/** What the customer has to do for a service. */
const WAITS: Partial<Record<ServiceState, (service: string) => string>> = {
  form: (service) => `Fill out the ${service} form`,
  review: (service) => `Approve the new version of ${service}, or ask for a change`,
};
