import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { WorkContext } from '../context.ts';
import type { PromiseKind } from '../../db/schema/fulfillment.ts';
import { addBusinessTime, businessDayMs, businessTimeBetween } from '../../base/business-hours.ts';
import { tellBusiness } from './order-news.ts';
import * as promiseStore from './promise-store.ts';

/** What the administrator has to do. */
export const PROMISE_NAMES: Record<PromiseKind, string> = {
  contact: 'contact the customer',
  delivery: 'deliver',
  launch: 'put the website online',
};

/** How long before a promise is due the business is reminded. */
export const NOTICE_BEFORE_MS = 2 * 60 * 60_000;

type Place = Pick<WorkContext, 'db' | 'settings' | 'now'>;

/** How long each promise may take, in business days. "Within 24 hours" is one, because weekends do not count. */
const BUSINESS_DAYS: Record<ServiceId, Partial<Record<PromiseKind, number>>> = {
  website: { contact: 1, launch: 2 },
  voice: { contact: 1, delivery: 2 },
  onhold: { contact: 1, delivery: 1 },
};

// Call all of these inside a transaction.

/** The form is in: everything that was promised for it starts. Forms sent again change nothing. */
export function startPromises(place: Place, orderNumber: string, service: ServiceId): void {
  if (promiseStore.ofOrder(place.db, orderNumber).some(({ serviceId }) => serviceId === service)) return;
  start(place, orderNumber, service, 'contact');
  start(place, orderNumber, service, 'delivery');
}

/** The customer asked for a change. No date was ever promised for a website's next version, so they get an answer. */
export function promiseChange(place: Place, orderNumber: string, service: ServiceId): void {
  start(place, orderNumber, service, service === 'website' ? 'contact' : 'delivery');
}

/** The customer approved the website. */
export function promiseLaunch(place: Place, orderNumber: string): void {
  start(place, orderNumber, 'website', 'launch');
}

function start(place: Place, orderNumber: string, serviceId: ServiceId, kind: PromiseKind): void {
  const { db, settings, now } = place;
  const days = BUSINESS_DAYS[serviceId][kind];
  if (days === undefined) return;
  const startedAt = now();
  const dueAt = addBusinessTime(settings.hours, startedAt, days * businessDayMs(settings.hours));
  const id = promiseStore.insert(db, { orderNumber, serviceId, kind, startedAt, dueAt });
  planNotice(place, orderNumber, id, dueAt);
  promiseStore.refreshDue(db, orderNumber);
}

/** Tells the business before the promise is late. The email is not sent if it was kept or paused by then. */
function planNotice(place: Place, orderNumber: string, id: number, due: Date): void {
  const dueAt = new Date(Math.max(place.now().getTime(), due.getTime() - NOTICE_BEFORE_MS));
  tellBusiness(place, orderNumber, { news: 'due', id }, { mark: due.getTime(), dueAt });
}

/** Changes the open promises of a number. Null leaves one as it is. */
function changeOpen(
  { db }: Place,
  orderNumber: string,
  changeOf: (promise: promiseStore.Promised) => promiseStore.Change | null,
): void {
  let isChanged = false;
  for (const promise of promiseStore.openOf(db, orderNumber)) {
    const change = changeOf(promise);
    if (!change) continue;
    promiseStore.update(db, promise.id, change);
    isChanged = true;
  }
  if (isChanged) promiseStore.refreshDue(db, orderNumber);
}

/** These promises are kept. Without kinds, all of them; without a service, those of every service. */
export function keepPromises(
  place: Place,
  orderNumber: string,
  { service, kinds }: { service?: ServiceId; kinds?: readonly PromiseKind[] } = {},
): void {
  changeOpen(place, orderNumber, ({ serviceId, kind }) => {
    const isMeant = (!service || serviceId === service) && (!kinds || kinds.includes(kind));
    return isMeant ? { keptAt: place.now(), leftMs: null } : null;
  });
}

/** The shop waits for the customer, so its clocks stand still. */
export function pausePromises(place: Place, orderNumber: string): void {
  const { settings, now } = place;
  changeOpen(place, orderNumber, ({ dueAt, leftMs }) =>
    leftMs === null ? { leftMs: businessTimeBetween(settings.hours, now(), dueAt) } : null,
  );
}

/** The clocks go on with the time that was left. What was late stays late. */
export function resumePromises(place: Place, orderNumber: string): void {
  const { settings, now } = place;
  changeOpen(place, orderNumber, ({ id, leftMs, dueAt: before }) => {
    if (leftMs === null) return null;
    const dueAt = leftMs > 0 ? addBusinessTime(settings.hours, now(), leftMs) : before;
    planNotice(place, orderNumber, id, dueAt);
    return { dueAt, leftMs: null };
  });
}
