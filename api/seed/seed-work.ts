import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { WorkStatus } from '@northlight/shared/contracts/lists.ts';
import { DAY_MS } from '../src/base/units.ts';
import type { PromiseKind } from '@northlight/shared/contracts/deliveries.ts';
import { daysPromised } from '../src/work/fulfillment/promise-clock.ts';
import type { Promised } from '../src/work/fulfillment/promise-store.ts';
import type { Sampler } from './sampler.ts';
import type { WorkTime } from './work-time.ts';

export type SampledPromise = Omit<Promised, 'id' | 'caseId'>;
export type Version = { at: Date; answer: 'approved' | 'change' | null; answeredAt: Date | null };
export type ServiceWork = {
  serviceId: ServiceId;
  formAt: Date;
  promises: SampledPromise[];
  /** When the studio first wrote or called. Null before. */
  contactAt: Date | null;
  versions: Version[];
  isOurTurn: boolean;
  /** Null while there is work to do. */
  doneAt: Date | null;
};
export type Work = ReturnType<typeof workOf>;
type Clock = { time: WorkTime; now: Date };

/** How often a promise is kept late. */
const LATE = 0.03;
/** A website's first version has no due time. In business days. */
const WEBSITE_DAYS = 4;

/** How long this service's first due time is away from its form, in business days. */
export const firstDueDays = (service: ServiceId): number =>
  daysPromised(DEFAULT_CATALOG.services[service], service, 'delivery') ?? 1;

/** What happened to a service since its form. With `isStuck`, the studio is late with the first act. */
export function sampleService(
  { chance, between }: Sampler,
  serviceId: ServiceId,
  formAt: Date,
  { time, now, isStuck }: Clock & { isStuck: boolean },
): ServiceWork {
  const promises: SampledPromise[] = [];
  const versions: Version[] = [];
  const work = { serviceId, formAt, promises, contactAt: null, versions, isOurTurn: true, doneAt: null };
  /** Some time before so many business days are over, or a little later. */
  const within = (days: number, from: Date, least: number): Date =>
    time.after(from, days * (chance(LATE) ? between(1.02, 1.4) : between(least, 0.95)));
  const promise = (kind: PromiseKind, startedAt: Date): void => {
    const days = daysPromised(DEFAULT_CATALOG.services[serviceId], serviceId, kind);
    if (days === undefined) return;
    const dueAt = time.after(startedAt, days);
    promises.push({ serviceId, kind, name: null, startedAt, dueAt, leftMs: null, keptAt: null });
  };
  const keep = (keptAt: Date, kinds?: readonly PromiseKind[]): void => {
    for (const one of promises) if (!kinds || kinds.includes(one.kind)) one.keptAt ??= keptAt;
  };

  promise('contact', formAt);
  promise('delivery', formAt);
  const contactAt = within(1, formAt, 0.5);
  if (contactAt > now || (isStuck && serviceId === 'website')) return work;
  keep(contactAt, ['contact']);
  let asked = formAt;
  let days = serviceId === 'website' ? WEBSITE_DAYS : firstDueDays(serviceId);
  for (let rounds = 0; ; rounds += 1) {
    const made = within(days, asked, 0.75);
    const at = made > contactAt ? made : time.after(contactAt, 0.1);
    if (at > now || isStuck) return { ...work, contactAt };
    keep(at);
    const answeredAt = new Date(at.getTime() + between(0.05, 2.5) * DAY_MS * (chance(0.1) ? 4 : 1));
    if (answeredAt > now) {
      versions.push({ at, answer: null, answeredAt: null });
      return { ...work, contactAt, isOurTurn: false };
    }
    const isApproved = rounds === 2 || chance(0.65);
    versions.push({ at, answer: isApproved ? 'approved' : 'change', answeredAt });
    if (isApproved) break;
    promise(serviceId === 'website' ? 'contact' : 'delivery', answeredAt);
    asked = answeredAt;
    days = firstDueDays(serviceId);
  }
  const approvedAt = versions.at(-1)?.answeredAt ?? now;
  if (serviceId !== 'website') return { ...work, contactAt, isOurTurn: false, doneAt: approvedAt };
  promise('launch', approvedAt);
  const liveAt = within(DEFAULT_CATALOG.services.website.daysTo, approvedAt, 0.75);
  if (liveAt > now) return { ...work, contactAt };
  keep(liveAt);
  return { ...work, contactAt, isOurTurn: false, doneAt: liveAt };
}

/** How the work on an order or a request stands. The clocks of a few stand still: the customer was asked something. */
export function workOf(services: ServiceWork[], isAsking: boolean, { time, now }: Clock) {
  const done = services.flatMap(({ doneAt }) => doneAt ?? []);
  const contacts = services.flatMap(({ contactAt }) => contactAt ?? []);
  // Whoever hears from the studio hears from it about all services.
  const first = earliest(contacts);
  for (const promise of services.flatMap(({ promises }) => promises))
    if (first && promise.kind === 'contact' && promise.startedAt <= first) promise.keptAt = first;
  const open = services.flatMap(({ promises }) => promises).filter(({ keptAt }) => keptAt === null);
  const askedAt = time.after(now, -0.1);
  const isPaused =
    isAsking &&
    contacts.some((at) => at < askedAt) &&
    open.every(({ dueAt }) => dueAt > now) &&
    open.length > 0;
  if (isPaused) for (const one of open) one.leftMs = time.between(askedAt, one.dueAt);
  const status = (): WorkStatus => {
    if (services.length > 0 && done.length === services.length) return 'delivered';
    if (isPaused || (services.length > 0 && services.every(({ isOurTurn }) => !isOurTurn))) return 'waiting';
    return contacts.length > 0 ? 'in-progress' : 'new';
  };
  const workStatus = status();
  const dueOf = (wanted?: ServiceId): Date | null => {
    const times = open.filter(
      ({ leftMs, serviceId }) => leftMs === null && (wanted ?? serviceId) === serviceId,
    );
    return times.length > 0 ? new Date(Math.min(...times.map(({ dueAt }) => dueAt.getTime()))) : null;
  };
  return {
    services,
    workStatus,
    /** Of one service, or of all. */
    dueOf,
    pausedAt: isPaused ? askedAt : null,
    contactAt: first,
    deliveredAt: workStatus === 'delivered' ? latest(done) : null,
  };
}

const earliest = (times: readonly Date[]) => times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
const latest = (times: readonly Date[]) => times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
