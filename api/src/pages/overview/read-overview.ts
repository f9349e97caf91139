import { dayText } from '@northlight/shared/catalog/periods.ts';
import { hasRight, type Role } from '@northlight/shared/contracts/rights.ts';
import { failedPaymentText, reviewText, type Review } from '@northlight/shared/contracts/review.ts';
import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { Backup, OverviewResponse, Todo, Waiting } from '@northlight/shared/contracts/overview.ts';
import { providerWords } from '@northlight/shared/contracts/payments.ts';
import { QUARANTINE_LABELS } from '@northlight/shared/contracts/submissions.ts';
import type { Db } from '../../db/client.ts';
import { mayInShop, readShopSettings } from '../../db/shop-settings.ts';
import { readTallies } from '../../db/tallies.ts';
import { dayIn, endOfDay, lateText } from '../../base/business-hours.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { PROMISE_NAMES } from '@northlight/shared/contracts/deliveries.ts';
import * as deliveryStore from '../../work/fulfillment/delivery-store.ts';
import * as promiseStore from '../../work/fulfillment/promise-store.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { unanswered } from '../../work/orders/unanswered.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { customerName, personName } from '../../work/orders/present-order.ts';
import { messageName } from '../../messages/outbox/message-name.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import * as webhookStore from '../../messages/webhooks/webhook-store.ts';
import * as overviewStore from './overview-store.ts';
import { countOthers, failedPayment, isStray, toReview } from '../../money/payments/payment-reviews.ts';
import { askedBy, hasDraft } from '../../money/quotes/quote-state.ts';
import * as unfinishedStore from '../../money/unfinished-checkouts/unfinished-store.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import type { QuoteRow } from '../../money/quotes/quote-store.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import * as requestStore from '../../money/quotes/request-store.ts';
import { recurringFigures } from '../../money/recurring/recurring-figures.ts';
import { backupState } from '../../db/upkeep-store.ts';
import type { AppContext } from '../../money/context.ts';
import { DAY_MS } from '../../base/units.ts';
import { inOrderOfHarm } from './order-of-harm.ts';
import { CLOSED_WORDS } from './live-switch.ts';
import { publishingOf, setupOf } from './setup.ts';
import { connectionNews } from './connection-news.ts';
import { sinceYesterday } from './figures.ts';

const PLANNED_SHOWN = 20;
/** Of a message. */
const WORDS_SHOWN = 120;
/** Emails are usually sent within a second. */
const LATE_AFTER_MS = 2 * 60_000;
/** More are not counted. */
const MOST_OTHERS = 1_000;

/** What a person of the team sees first: what they can do something about, and the sums that they may see. */
export function readOverview(
  context: AppContext,
  { adminId, role }: { adminId: number; role: Role | undefined },
): OverviewResponse {
  const { db, now } = context;
  const mayWork = hasRight(role, 'work');
  const mayManage = hasRight(role, 'manage');
  const seesRevenue = mayInShop(db, role, 'revenue');
  const counts = readTallies(db, 'orders');
  const lateBefore = new Date(now().getTime() - LATE_AFTER_MS);
  const newForms = mayWork
    ? overviewStore.newSubmissions(db)
    : { ...NONE, byService: { website: 0, voice: 0, onhold: 0 } };
  const { late, ...mails } = outboxStore.counts(db, now(), lateBefore);
  return inOrderOfHarm({
    success: true,
    paymentMode: orderModeOf(context.settings.payments),
    promises: mayWork ? promisesOf(context) : { late: NOTHING, today: NOTHING },
    mine: overviewStore.ofPerson(db, adminId, now()),
    unassigned: mayWork && adminStore.team(db).length > 1 ? (counts.get('unassigned') ?? 0) : 0,
    messagesToAnswer: mayWork ? messagesToAnswer(context) : NOTHING,
    quotes: mayWork ? waitingQuotes(context) : NOTHING,
    paymentsToCollect: paymentsToCollect(context, mayWork, seesRevenue),
    missingForms: todo(
      mayWork ? overviewStore.waitingForForms(db, counts.get('missing forms') ?? 0) : NONE,
      (order) => ofOrder(order, `missing: ${order.missingForms.map((id) => SERVICES[id].name).join(', ')}`),
    ),
    newSubmissions: todo(newForms, ({ orderNumber, sender, form, since }) => ({
      orderNumber,
      title: sender,
      detail: form,
      since: since.toISOString(),
    })),
    newForms: newForms.byService,
    paymentsToReview: seesRevenue ? paymentsToReview(context, counts.get('to review') ?? 0) : NOTHING,
    otherPayments: seesRevenue ? countOthers(db, MOST_OTHERS) : 0,
    unsentMessages: todo(
      mayWork
        ? { count: mails.givenUp + late, oldest: outboxStore.unsent(db, lateBefore, overviewStore.OLDEST) }
        : NONE,
      ({ orderNumber, recipient, lastError, dueAt }) => ({
        orderNumber,
        title: recipient,
        detail: lastError ?? 'Not sent yet',
        since: dueAt.toISOString(),
      }),
    ),
    failingWebhooks: mayManage ? webhookStore.failing(db, new Date(now().getTime() - DAY_MS)) : [],
    mails: mayWork ? mails : { due: 0, planned: 0, givenUp: 0 },
    plannedMails: (mayWork ? outboxStore.planned(db, now(), PLANNED_SHOWN) : []).map((message) => ({
      orderNumber: message.orderNumber,
      title: messageName(message),
      detail: message.recipient,
      since: message.dueAt.toISOString(),
    })),
    quarantine: todo(
      mayWork ? overviewStore.quarantined(db) : NONE,
      ({ orderNumber, sender, form, reason, since }) => ({
        orderNumber,
        title: sender,
        detail: reason ? `${form}: ${QUARANTINE_LABELS[reason]}` : form,
        since: since.toISOString(),
      }),
    ),
    ...(mayManage && {
      ...backupOf(context),
      ...setupOf(context),
      ...closedOf(context),
      ...publishingOf(db),
      ...restoredOf(db),
      ...connectionNews(db, adminId),
    }),
    ...(seesRevenue && {
      sinceYesterday: sinceYesterday(context),
      recurring: recurringFigures(context),
    }),
  });
}

function closedOf({ settings }: AppContext): Pick<OverviewResponse, 'closed'> {
  const { why } = settings.paymentState;
  const words = why && CLOSED_WORDS[why];
  return words ? { closed: words } : {};
}

function restoredOf(db: Db): Pick<OverviewResponse, 'restoredAt'> {
  const { restoredAt } = readShopSettings(db);
  return restoredAt === null ? {} : { restoredAt: new Date(restoredAt).toISOString() };
}

function promisesOf(context: AppContext): OverviewResponse['promises'] {
  const { db, now, settings } = context;
  const dueBetween = (from: Date, to: Date) => {
    const { count, promises } = promiseStore.dueBetween(db, from, to, overviewStore.OLDEST);
    const items = promises.map(({ id, caseId, serviceId, kind, name, dueAt }) => {
      const order = orderStore.mainOf(db, caseId);
      return {
        orderNumber: order?.orderNumber ?? caseId,
        customer: order ? personName(order) : 'Request without an order',
        what: name ?? `${SERVICES[serviceId].name}: ${PROMISE_NAMES[kind]}`,
        dueAt: dueAt.toISOString(),
        late: lateText(settings.hours, dueAt, now()),
        act: {
          promise: kind,
          service: serviceId,
          version: (deliveryStore.latest(db, caseId, serviceId)?.version ?? 0) + 1,
          id,
        },
      };
    });
    return { count, items };
  };
  return {
    late: dueBetween(new Date(0), now()),
    today: dueBetween(now(), endOfDay(settings.hours, dayIn(settings.hours, now()))),
  };
}

function backupOf(context: AppContext): { backup?: Backup } {
  const { isConfigured, lastSuccess, ...state } = backupState(context);
  if (!isConfigured) return {};
  const needsAttention = state.isLate || state.failure !== null;
  return { backup: { ...state, lastSuccess: lastSuccess?.toISOString() ?? null, needsAttention } };
}

type Found<Row> = { count: number; oldest: Row[] };
const NONE = { count: 0, oldest: [] };
const NOTHING = { count: 0, items: [] };

function todo<Row>({ count, oldest }: Found<Row>, present: (row: Row) => Waiting): Todo {
  return { count, items: oldest.map(present) };
}

function ofOrder(order: Order, detail: string): Waiting {
  const { orderNumber, createdAt } = order;
  return { orderNumber, title: personName(order), detail, since: createdAt.toISOString() };
}

/** Of customers, and of visitors who couldn't pay. */
function messagesToAnswer({ db, now, settings }: AppContext): Todo {
  const all = [
    ...unanswered(db).map(({ orderNumber, firstName, lastName, text, since }) => ({
      orderNumber,
      title: `${firstName} ${lastName}`,
      detail: text.length > WORDS_SHOWN ? `${text.slice(0, WORDS_SHOWN)}…` : text,
      since: new Date(since).toISOString(),
    })),
    ...unfinishedStore.left(db, new Date(now().getTime() - settings.answersDays * DAY_MS)).map((row) => ({
      orderNumber: null,
      title: row.information?.email ?? '',
      detail: `couldn’t pay for ${unfinishedStore.wantedText(row)}`,
      since: row.createdAt.toISOString(),
      dismiss: { leftAddress: row.id },
    })),
  ].toSorted((a, b) => (a.since < b.since ? -1 : 1));
  return { count: all.length, items: all.slice(0, overviewStore.OLDEST) };
}

function paymentsToCollect({ db, settings }: AppContext, maySend: boolean, seesSum: boolean): Todo {
  const all = requestStore.unpaid(db);
  const items = all.slice(0, overviewStore.OLDEST).map((request) => {
    const { id, reason, price, laterCents, state, sentAt, createdAt } = request;
    const asked = sentAt ? `asked for on ${dayText(sentAt, settings.hours.timeZone)}` : 'not asked for yet';
    return {
      orderNumber: requestStore.numberOfUnpaid(db, request),
      title: requestStore.nameOfRequest(request),
      detail: `${reason}, ${asked}${laterCents > 0 ? `, and ${formatUsd(laterCents)} later` : ''}`,
      amount: centsToText(price.dueTodayCents),
      since: (sentAt ?? createdAt).toISOString(),
      ...(maySend && state === 'draft' && { send: id }),
    };
  });
  return { count: all.length, items, ...(seesSum && { sum: centsToText(requestStore.owedCents(all)) }) };
}

/** Those that need the studio, and those that are about to expire. Whichever waits longest is first. */
function waitingQuotes({ db, now, settings }: AppContext): Todo {
  const of = (state: 'waiting' | 'expiring') => quoteStore.list(db, { state, isOldestFirst: true }, now());
  const [waiting, expiring] = [of('waiting'), of('expiring')];
  const others = expiring.rows.filter(({ waitsSince }) => waitsSince === null);
  const draftWords = (quote: QuoteRow) => {
    const by = askedBy(quote);
    if (by === undefined) return 'to send';
    const person = by === null ? undefined : adminStore.byId(db, by);
    return `${person ? adminStore.nameOf(person) : 'Staff'} asks an owner to send it`;
  };
  const items = [...waiting.rows, ...others].map(({ quote, waitsSince }) => {
    const { customer, email, number, validUntil, updatedAt } = quote;
    const expires = validUntil
      ? `valid until ${dayText(validUntil.toISOString(), settings.hours.timeZone)}`
      : '';
    return {
      orderNumber: number,
      title: customerName(customer) || email,
      detail: waitsSince === null ? expires : hasDraft(quote) ? draftWords(quote) : 'question to answer',
      since: (waitsSince ?? updatedAt).toISOString(),
      ...(waitsSince !== null && !hasDraft(quote) && { isQuestion: true }),
    };
  });
  const inOrder = items.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  return { count: waiting.total + others.length, items: inOrder.slice(0, overviewStore.OLDEST) };
}

/** Pending orders, disputes, and payments without an order. */
function paymentsToReview({ db, settings }: AppContext, count: number): Todo {
  const oldest = overviewStore.toReview(db);
  const strays = toReview(db);
  const wordsOf = (review: Review | null) => (review ? reviewText(review, settings.hours.timeZone) : '');
  // What the order's page says about it.
  const failedWords = (order: Order) => {
    const failed = failedPayment(db, order);
    return (
      failed &&
      failedPaymentText(
        order.initialPaymentCents,
        { updatedAt: failed.updatedAt.toISOString(), reviewReason: wordsOf(failed.review) },
        settings.hours.timeZone,
      )
    );
  };
  const items = [
    ...oldest.map((order) => {
      // These words name the amount.
      const failed = failedWords(order);
      return {
        ...ofOrder(order, failed ?? wordsOf(order.review)),
        ...(!failed && { amount: centsToText(order.initialPaymentCents) }),
        dismiss: { orderNumber: order.orderNumber },
      };
    }),
    ...strays.map(({ id, orderNumber, receivedAmountCents, provider, review, updatedAt }) => ({
      orderNumber: orderNumber ?? (review?.code === 'second_payment' ? review.orderNumber : null),
      ...(isStray(review) && { dismiss: { paymentId: id } }),
      title: `Payment by ${providerWords(provider)}`,
      amount: centsToText(receivedAmountCents ?? 0),
      detail: wordsOf(review),
      since: updatedAt.toISOString(),
    })),
  ];
  return {
    count: count + strays.length,
    items: items.toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, overviewStore.OLDEST),
  };
}
