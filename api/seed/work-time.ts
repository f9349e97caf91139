import { businessDayMs, openings, type BusinessHours } from '../src/base/business-hours.ts';
import { DAY_MS, HOUR_MS } from '../src/base/units.ts';

export type WorkTime = ReturnType<typeof createWorkTime>;
export type Arrivals = ReturnType<typeof createArrivals>;

/** How much is ordered in each hour of the day, from midnight, and on a day of the weekend. */
const BY_HOUR = [0, 0, 0, 0, 0, 0, 1, 2, 4, 7, 9, 9, 7, 8, 9, 8, 8, 6, 5, 5, 6, 5, 3, 1];
const WEEKEND = 0.25;
/** How much more is ordered at the end of the period than at its beginning. */
const GROWTH = 0.6;
/** Promises are due after the period. */
const AHEAD_MS = 30 * DAY_MS;

/** `addBusinessTime` for hundreds of thousands of times: the opening hours of the period are read once. */
export function createWorkTime(hours: BusinessHours, from: Date, now: Date) {
  const dayMs = businessDayMs(hours);
  /** `before`: the open time before it, in milliseconds. */
  const opened: { from: number; to: number; before: number }[] = [];
  let before = 0;
  for (const opening of openings(hours, from.getTime() - AHEAD_MS)) {
    opened.push({ ...opening, before });
    before += opening.to - opening.from;
    if (opening.from > now.getTime() + AHEAD_MS) break;
  }
  /** The open time until then. */
  const until = (moment: Date): number => {
    const opening = opened[firstNot(opened, (one) => one.from <= moment.getTime()) - 1];
    return opening ? opening.before + Math.min(moment.getTime(), opening.to) - opening.from : 0;
  };
  return {
    /** The time after so many business days, or before if negative. Never outside business hours. */
    after: (moment: Date, days: number): Date => {
      const wanted = until(moment) + Math.round(days * dayMs);
      const opening = opened[firstNot(opened, (one) => one.before + one.to - one.from < wanted)];
      if (!opening) throw new Error('The studio is never open.');
      return new Date(opening.from + Math.max(0, wanted - opening.before));
    },
    /** The open time between, in milliseconds. */
    between: (start: Date, end: Date): number => Math.max(0, until(end) - until(start)),
  };
}

/** When customers order between two times: a little more each week, most in the daytime, few on weekends. */
export function createArrivals({ timeZone }: BusinessHours, from: Date, now: Date) {
  const slots: { at: number; day: string; before: number; weight: number }[] = [];
  const days = new Map<string, number>();
  let before = 0;
  let date = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  for (; date.epochMilliseconds < now.getTime(); date = date.add({ days: 1 })) {
    const day = date.toPlainDate().toString();
    for (const [hour, most] of BY_HOUR.entries()) {
      const at = date.epochMilliseconds + hour * HOUR_MS;
      const progress = (at - from.getTime()) / (now.getTime() - from.getTime());
      if (progress < 0 || at + HOUR_MS > now.getTime()) continue;
      const weight = most * (date.dayOfWeek > 5 ? WEEKEND : 1) * (1 + GROWTH * progress);
      slots.push({ at, day, before, weight });
      before += weight;
      days.set(day, (days.get(day) ?? 0) + weight);
    }
  }
  return {
    /** When this share of all orders has come, from 0 up to 1, and the day in the studio's time zone. */
    at: (share: number): { at: Date; day: string } => {
      const slot = slots[firstNot(slots, (one) => one.before + one.weight <= share * before)] ?? slots.at(-1);
      if (!slot) throw new Error('The period is too short.');
      const part = slot.weight && (share * before - slot.before) / slot.weight;
      return { at: new Date(Math.floor(slot.at + part * HOUR_MS)), day: slot.day };
    },
    /** The share of all orders that each day brings. */
    days: Array.from(days, ([day, weight]) => ({ day, share: weight / before })),
  };
}

/** The index of the first element for which `isBefore` is false. Those for which it is true come first. */
function firstNot<One>(all: readonly One[], isBefore: (one: One) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(all[middle] as One)) low = middle + 1;
    else high = middle;
  }
  return low;
}
