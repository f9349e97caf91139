import type { CaseId } from '../../db/schema/columns.ts';
import type { ServiceOffer } from '@northlight/shared/catalog/catalog.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { RecordContext } from '../../db/context.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { PromiseKind } from '@northlight/shared/contracts/deliveries.ts';
import { addBusinessTime, businessDayMs, businessTimeBetween } from '../../base/business-hours.ts';
import { disputesOf } from '../orders/disputes.ts';
import * as orderStore from '../orders/order-store.ts';
import { notifyBusiness } from './order-emails.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import * as promiseStore from './promise-store.ts';
import { HOUR_MS } from '../../base/units.ts';

/** How long before a promise is due the business is reminded. */
export const NOTICE_BEFORE_MS = 2 * HOUR_MS;

/**
 * How many business days a promise may take. Undefined for what is not promised: "1-2 business days" is promised from a
 * website's approval on. "Within 24 hours" is one, because weekends do not count.
 */
export function daysPromised(
  { daysTo }: Pick<ServiceOffer, 'daysTo'>,
  service: ServiceId,
  kind: PromiseKind,
): number | undefined {
  if (kind === 'contact') return 1;
  return (kind === 'launch') === (service === 'website') ? daysTo : undefined;
}

// Call all of these inside a transaction.

/** The form is in: everything that was promised for it starts. Forms sent again change nothing. */
export function startPromises(context: RecordContext, caseId: CaseId, service: ServiceId): void {
  if (promiseStore.ofCase(context.db, caseId).some(({ serviceId }) => serviceId === service)) return;
  start(context, caseId, service, 'contact');
  start(context, caseId, service, 'delivery');
}

/** The customer asked for a change. No date was ever promised for a website's next version, so they get an answer. */
export function promiseChange(context: RecordContext, caseId: CaseId, service: ServiceId): void {
  start(context, caseId, service, service === 'website' ? 'contact' : 'delivery');
}

/**
 * A quote about this service was paid. No date was promised for what it adds, so the customer hears from the studio. A
 * form that is missing starts the clock when it comes, and a clock that runs or is paused stays.
 */
export function promiseQuoted(context: RecordContext, order: OrderWithLines, service: ServiceId): void {
  const { caseId, missingForms } = order;
  const isOpen = promiseStore.openOf(context.db, caseId).some(({ serviceId }) => serviceId === service);
  if (!isOpen && !missingForms.includes(service)) start(context, caseId, service, 'contact');
}

/** Something with a due day was sold. It is done when somebody of the team says so. */
export function promiseWork(
  context: RecordContext,
  caseId: CaseId,
  serviceId: ServiceId,
  { name, days }: { name: string; days: number },
): void {
  begin(context, caseId, { serviceId, kind: 'work', name, days });
}

/** The customer approved the website. */
export function promiseLaunch(context: RecordContext, caseId: CaseId): void {
  start(context, caseId, 'website', 'launch');
}

function start(context: RecordContext, caseId: CaseId, serviceId: ServiceId, kind: PromiseKind): void {
  const { db } = context;
  const offer =
    orderStore.mainOf(db, caseId)?.terms?.services[serviceId] ?? currentCatalog(db).services[serviceId];
  const days = daysPromised(offer, serviceId, kind);
  if (days !== undefined) begin(context, caseId, { serviceId, kind, days });
}

type Begun = Pick<promiseStore.Promised, 'serviceId' | 'kind'> & { name?: string; days: number };

function begin(context: RecordContext, caseId: CaseId, { days, ...promise }: Begun): void {
  const { db, settings, now } = context;
  const order = orderStore.mainOf(db, caseId);
  const disputes = order ? disputesOf(db, order) : [];
  if (disputes.some(({ status }) => status === 'lost') || orderStore.isPaidBack(db, caseId)) return;
  const startedAt = now();
  const dueAt = addBusinessTime(settings.hours, startedAt, days * businessDayMs(settings.hours));
  const id = promiseStore.insert(db, { caseId, ...promise, startedAt, dueAt });
  planNotice(context, caseId, id, dueAt);
  promiseStore.refreshDue(db, caseId);
  if (disputes.length > 0) pausePromises(context, caseId);
}

/** Tells the business before the promise is late. The email is not sent if it was kept or paused by then. */
function planNotice(context: RecordContext, caseId: CaseId, id: number, due: Date): void {
  const dueAt = new Date(Math.max(context.now().getTime(), due.getTime() - NOTICE_BEFORE_MS));
  notifyBusiness(context, caseId, { news: 'due', id }, { occurrence: due.getTime(), dueAt });
}

/** Changes the open promises of a number. Null leaves one as it is. */
function changeOpen(
  { db }: RecordContext,
  caseId: CaseId,
  changeOf: (promise: promiseStore.Promised) => promiseStore.Change | null,
): void {
  let isChanged = false;
  for (const promise of promiseStore.openOf(db, caseId)) {
    const change = changeOf(promise);
    if (!change) continue;
    promiseStore.update(db, promise.id, change);
    isChanged = true;
  }
  if (isChanged) promiseStore.refreshDue(db, caseId);
}

/** These promises are kept. Without kinds, all but sold work; without a service, those of every service. */
export function keepPromises(
  context: RecordContext,
  caseId: CaseId,
  { service, kinds }: { service?: ServiceId; kinds?: readonly PromiseKind[] } = {},
): void {
  changeOpen(context, caseId, ({ serviceId, kind }) => {
    const isMeant = (!service || serviceId === service) && (kinds ? kinds.includes(kind) : kind !== 'work');
    return isMeant ? { keptAt: context.now(), leftMs: null } : null;
  });
}

/** The shop waits for the customer, so its clocks stand still. */
export function pausePromises(context: RecordContext, caseId: CaseId): void {
  const { settings, now } = context;
  changeOpen(context, caseId, ({ dueAt, leftMs }) =>
    leftMs === null ? { leftMs: businessTimeBetween(settings.hours, now(), dueAt) } : null,
  );
}

/** The clocks continue with the time that was left, unless a dispute holds them. Late promises stay late. */
export function resumePromises(context: RecordContext, caseId: CaseId): void {
  const { db, settings, now } = context;
  const order = orderStore.mainOf(db, caseId);
  if (order && disputesOf(db, order).length > 0) return;
  changeOpen(context, caseId, ({ id, leftMs, dueAt: before }) => {
    if (leftMs === null) return null;
    const dueAt = leftMs > 0 ? addBusinessTime(settings.hours, now(), leftMs) : before;
    planNotice(context, caseId, id, dueAt);
    return { dueAt, leftMs: null };
  });
}

/** A dispute stops the clocks of its order. They go on once it is won, and end if it is lost. */
export function followDispute(context: RecordContext, { caseId, ...order }: OrderWithLines): void {
  const { db } = context;
  const disputes = disputesOf(db, order);
  if (disputes.some(({ status }) => status === 'lost')) promiseStore.endOpen(db, caseId);
  else if (disputes.length > 0) pausePromises(context, caseId);
  else if (order.workStatus !== 'waiting') resumePromises(context, caseId);
}

/** What was promised ends with the last of the money: nobody waits for it. */
export function endPaidBack({ db }: RecordContext, caseId: CaseId): void {
  if (orderStore.isPaidBack(db, caseId)) promiseStore.endOpen(db, caseId);
}
