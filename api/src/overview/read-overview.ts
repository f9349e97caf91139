import { reviewText } from '@northlight/shared/contracts/admin/review.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { centsToText, formatUsd } from '@northlight/shared/catalogue/money.ts';
import { SERVICES } from '@northlight/shared/catalogue/services.ts';
import { MESSAGE_NAMES } from '@northlight/shared/contracts/admin/cases.ts';
import type { OverviewAnswer, Todo, Waiting, Week } from '@northlight/shared/contracts/admin/overview.ts';
import { providerWords } from '@northlight/shared/contracts/admin/provider-labels.ts';
import { QUARANTINE_LABELS } from '@northlight/shared/contracts/admin/submission-labels.ts';
import type { Db } from '../db/client.ts';
import type { Order } from '../orders/order-store.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import * as overviewStore from './overview-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { recurringFigures } from '../recurring/recurring-figures.ts';
import { backupState } from '../upkeep/backup-state.ts';
import type { AppContext } from '../context.ts';

const WEEKS = 12;
const SHOWN = 5;
const PLANNED_SHOWN = 20;
/** Emails are usually sent within a second. */
const LATE_AFTER_MS = 2 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** What the administrator sees first. */
export function readOverview(context: AppContext): OverviewAnswer {
  const { db, now } = context;
  const lateBefore = new Date(now().getTime() - LATE_AFTER_MS);
  const { late, ...mails } = outboxStore.counts(db, now(), lateBefore);
  return {
    success: true,
    missingForms: todo(overviewStore.waitingForForms(db), (order) =>
      ofOrder(order, `missing: ${order.missingForms.map((id) => SERVICES[id].name).join(', ')}`),
    ),
    newSubmissions: todo(overviewStore.newSubmissions(db), ({ orderNumber, sender, form, since }) => ({
      orderNumber,
      title: sender,
      detail: form,
      since: since.toISOString(),
    })),
    paymentsToReview: paymentsToReview(db),
    unsentMessages: todo(
      { count: mails.givenUp + late, oldest: outboxStore.unsent(db, lateBefore, SHOWN) },
      ({ orderNumber, recipient, lastError, dueAt }) => ({
        orderNumber,
        title: recipient,
        detail: lastError ?? 'Not sent yet',
        since: dueAt.toISOString(),
      }),
    ),
    mails,
    plannedMails: outboxStore
      .planned(db, now(), PLANNED_SHOWN)
      .map(({ orderNumber, recipient, kind, dueAt }) => ({
        orderNumber,
        title: MESSAGE_NAMES[kind],
        detail: recipient,
        since: dueAt.toISOString(),
      })),
    quarantine: todo(overviewStore.quarantined(db), ({ orderNumber, sender, form, reason, since }) => ({
      orderNumber,
      title: sender,
      detail: reason ? `${form}: ${QUARANTINE_LABELS[reason]}` : form,
      since: since.toISOString(),
    })),
    backup: backupOf(context),
    weeks: weeksUntil(db, now()),
    recurring: recurringFigures(context),
    ordersByService: Object.fromEntries(
      SERVICE_IDS.map((id) => [id, overviewStore.countOf(db, id)]),
    ) as Record<ServiceId, number>,
  };
}

function backupOf(context: AppContext): OverviewAnswer['backup'] {
  const { lastSuccess, ...state } = backupState(context);
  const isMissing = !state.isConfigured && context.settings.payments.mode === 'live';
  return {
    ...state,
    lastSuccess: lastSuccess?.toISOString() ?? null,
    needsAttention: isMissing || state.isLate || state.failure !== null,
  };
}

type Found<Row> = { count: number; oldest: Row[] };

function todo<Row>({ count, oldest }: Found<Row>, present: (row: Row) => Waiting): Todo {
  return { count, items: oldest.map(present) };
}

function ofOrder({ orderNumber, firstName, lastName, createdAt }: Order, detail: string): Waiting {
  return { orderNumber, title: `${firstName} ${lastName}`, detail, since: createdAt.toISOString() };
}

/** Pending orders, and payments without an order. */
function paymentsToReview(db: Db): Todo {
  const { count, oldest } = overviewStore.toReview(db);
  const strays = paymentStore.toReview(db);
  const items = [
    ...oldest.map((order) => ofOrder(order, order.review ? reviewText(order.review) : '')),
    ...strays.map(({ receivedAmountCents, provider, review, updatedAt }) => ({
      orderNumber: null,
      title: `${formatUsd(receivedAmountCents ?? 0)} via ${providerWords(provider)}`,
      detail: review ? reviewText(review) : '',
      since: updatedAt.toISOString(),
    })),
  ];
  return {
    count: count + strays.length,
    items: items.toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, SHOWN),
  };
}

/** The last twelve weeks from Monday, in UTC, including those without orders. */
function weeksUntil(db: Db, now: Date): Week[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const start = today - daysSinceMonday * DAY_MS - (WEEKS - 1) * WEEK_MS;
  const sums = new Map(overviewStore.weeks(db, new Date(start), WEEK_MS).map((sum) => [sum.week, sum]));
  return Array.from({ length: WEEKS }, (_, week) => ({
    from: new Date(start + week * WEEK_MS).toISOString().slice(0, 10),
    paid: centsToText(sums.get(week)?.paidCents ?? 0),
    recurring: centsToText(sums.get(week)?.recurringCents ?? 0),
  }));
}
