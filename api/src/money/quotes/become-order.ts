import type { Price } from '@northlight/shared/catalog/price.ts';
import { chosenLines, lineName, servicesOf, type QuotePrice } from '@northlight/shared/catalog/quote.ts';
import type { DraftDetails } from '../../db/schema/payments.ts';
import type { QuoteContent } from '../../db/schema/quotes.ts';
import * as caseStore from '../../work/fulfillment/case-store.ts';
import { setWorkStatus } from '../../work/fulfillment/work-status.ts';
import { promiseQuoted, promiseWork } from '../../work/fulfillment/promise-clock.ts';
import { submissionTables } from '../../work/forms/submission-store.ts';
import { verifyForm } from '../../work/forms/verify-form.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { customerName } from '../../work/orders/present-order.ts';
import type { AppContext } from '../context.ts';
import { quoteCheckoutOf } from './quote-key.ts';
import { currentOf } from './quote-state.ts';
import * as quoteStore from './quote-store.ts';
import type { QuoteRow } from './quote-store.ts';
import { detailsFor } from './requested-checkout.ts';
import * as requestStore from './request-store.ts';

/** The lines of a part say which quote they are of. */
export const named = ({ number }: QuoteRow, { now, later }: QuotePrice, price: Price): Price =>
  later && now.dueTodayCents > 0
    ? {
        ...price,
        lines: price.lines.map((line) =>
          line.note ? line : { ...line, name: `Quote ${number}: ${line.name}` },
        ),
      }
    : price;

/** The checkout of an accepted quote. It is sold on its case, unless that has an order without its services. */
export function detailsOf(
  { db }: AppContext,
  quote: QuoteRow,
  content: QuoteContent,
  price: QuotePrice,
  checkoutId: string,
): DraftDetails {
  const { customer, email, number, caseId } = quote;
  const agreed = currentOf(quote)?.agreed;
  const isNamed = customer.firstName !== '' || customer.lastName !== '';
  const buyer = { ...customer, ...(!isNamed && agreed && signedNames(agreed.name)) };
  const chosen = chosenLines(content.lines, agreed?.without ?? []);
  const sold = chosen.length > 0 ? chosen : content.lines;
  const services = servicesOf(sold);
  const main = orderStore.mainOf(db, caseId);
  const work = { serviceTypes: services, recurringPeriod: price.now.recurringPeriod };
  const isOfCase = main === undefined || (isFor(main, quote) && orderStore.isWorkOf(main, work));
  return {
    ...buyer,
    businessName: customerName(buyer) || email,
    businessDescription: `Quote ${number}`,
    email,
    serviceTypes: services,
    addons: [],
    isYearly: price.now.recurringPeriod === 'year',
    checkoutId,
    isRequested: true,
    formsFor: services.filter((id) => sold.some((line) => line.service === id && line.needsForm !== false)),
    ...(agreed?.termsVersion !== undefined && {
      acceptedTerms: { version: agreed.termsVersion, at: agreed.at },
    }),
    ...(isOfCase && { caseId }),
  };
}

/** As at the checkout. */
const MOST_OF_NAME = 100;

/** The names in a signature. Whatever stands before the last word is the first name. */
function signedNames(signature: string): Pick<DraftDetails, 'firstName' | 'lastName'> {
  const words = signature.trim().split(/\s+/u);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' ').slice(0, MOST_OF_NAME), lastName: lastName.slice(0, MOST_OF_NAME) };
}

const isFor = (main: OrderWithLines, { email }: QuoteRow): boolean =>
  main.paymentStatus === 'completed' && main.email.toLowerCase() === email.toLowerCase();

/** What was ordered with a quote, also with a version that was replaced: first at once, then for the rest. */
export const ordersOf = ({ db, settings }: AppContext, quote: QuoteRow): OrderWithLines[] =>
  [1, -1].flatMap((sign) =>
    quote.versions.flatMap(
      (_, index) =>
        orderStore.byCheckoutId(db, quoteCheckoutOf(settings.secret, quote, sign * (index + 1))) ?? [],
    ),
  );

/**
 * What follows when an accepted quote is an order: the forms of its request count, and the rest of its price can be asked
 * for. Call it in the transaction that completes the order.
 */
export function becomeOrder(context: AppContext, quote: QuoteRow, made: OrderWithLines): QuoteRow {
  const { db, now, settings } = context;
  const { caseId, isExtra } = made;
  // Money can arrive late, for a version that was replaced meanwhile.
  const isPaidVersion = (_: unknown, index: number) =>
    quoteCheckoutOf(settings.secret, quote, index + 1) === made.checkoutId;
  const paid = quote.versions.find(isPaidVersion) ?? currentOf(quote);
  const agreed = paid?.agreed;
  if (!paid || !agreed) throw new Error(`${quote.number} was not accepted.`);
  for (const service of isExtra ? [] : made.serviceTypes)
    for (const row of submissionTables[service].ofCase(db, caseId))
      if (row.orderMatch === 'request') verifyForm(context, service, row, 'accepted');
  const text = `Quote ${quote.number} was accepted by ${agreed.name}`;
  caseStore.addEvent(db, { caseId, kind: 'accept', text, adminId: null, createdAt: now() });
  const main = orderStore.mainOf(db, caseId) ?? made;
  const { orderNumber } = main;
  if (isExtra) reopen(context, main);
  const lines = chosenLines(agreed.content.lines, agreed.without);
  const dated = lines.flatMap((line) => (line.dueDays ? { ...line, days: line.dueDays } : []));
  for (const line of dated)
    promiseWork(context, caseId, line.service, { name: lineName(line), days: line.days });
  // Nothing else was promised for it.
  for (const service of made.serviceTypes)
    if (!dated.some((line) => line.service === service)) promiseQuoted(context, main, service);
  const { later } = agreed.price;
  if (later && later.dueTodayCents > 0) {
    const checkoutId = quoteCheckoutOf(settings.secret, quote, -quote.versions.length);
    requestStore.insert(db, {
      checkoutId,
      caseId,
      reason: requestStore.finalReason(quote.number),
      details: { ...detailsFor(main, checkoutId), serviceTypes: made.serviceTypes, isRequested: true },
      price: {
        ...named(quote, agreed.price, later),
        recurringCents: 0,
        recurringPeriod: null,
      },
      state: 'draft',
      createdAt: now(),
      updatedAt: now(),
    });
  }
  const versions = paid === currentOf(quote) ? quote.versions : [...quote.versions, paid];
  const totalCents = agreed.price.whole.dueTodayCents;
  return quoteStore.update(db, quote.id, { orderNumber, state: 'accepted', totalCents, versions }, now());
}

/** What follows when what was asked for is paid. Call it in the transaction that completes its order. */
export function requestPaid(context: AppContext, order: OrderWithLines): void {
  const { db, now } = context;
  const request = requestOf(context, order);
  if (!request) return;
  requestStore.update(db, request.id, { state: 'paid', paidBy: order.orderNumber, reminds: false }, now());
  const quote = request.quoteId === null ? undefined : quoteStore.byId(db, request.quoteId);
  if (quote) return void becomeOrder(context, quote, order);
  if (!request.dueDays) return;
  const main = orderStore.mainOf(db, order.caseId) ?? order;
  reopen(context, main);
  const [service = 'website'] = main.serviceTypes;
  promiseWork(context, main.caseId, service, { name: request.reason, days: request.dueDays });
}

/** More work was sold on work that was delivered. */
function reopen(context: AppContext, { caseId, workStatus }: OrderWithLines): void {
  if (workStatus === 'delivered') setWorkStatus(context, caseId, 'new', null);
}

const requestOf = ({ db }: AppContext, { checkoutId }: OrderWithLines) =>
  checkoutId === null ? undefined : requestStore.byCheckoutId(db, checkoutId);
