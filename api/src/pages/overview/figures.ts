import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { FiguresResponse, Revenue } from '@northlight/shared/contracts/overview.ts';
import { hasRight, type Role } from '@northlight/shared/contracts/rights.ts';
import { dateBefore, dayIn, startOfDay } from '../../base/business-hours.ts';
import { perDatabase } from '../../db/prepared.ts';
import { sumBetween } from '../../db/tallies.ts';
import { mayInShop } from '../../db/shop-settings.ts';
import { counts, orderCounts, paymentCounts, saleCounts } from '../../db/tallies.ts';
import type { AppContext } from '../../money/context.ts';
import * as promiseStore from '../../work/fulfillment/promise-store.ts';

const BARS = 30;

const BETWEEN = 'created_at >= ? AND created_at < ?';
const SOLD = `${BETWEEN} AND ${saleCounts()}`;
const SUMS = {
  paid: `SELECT sum(received_amount_cents) FROM orders WHERE ${SOLD}`,
  byHand: `SELECT sum(received_amount_cents) FROM orders WHERE ${SOLD} AND payment_method = 'by-hand'`,
  refunded: `SELECT sum(amount_cents) FROM refunds WHERE ${BETWEEN} AND status <> 'failed' AND ${paymentCounts('payment_id')}`,
  newMonthly: `SELECT sum(recurring_payment_cents / CASE recurring_period WHEN 'year' THEN 12 ELSE 1 END) FROM orders WHERE ${SOLD}`,
  recurring: `SELECT sum(amount_cents - refunded_cents) FROM charges WHERE paid_at >= ? AND paid_at < ? AND ${orderCounts('agreement_id')}`,
  takenBack: `SELECT sum(json_extract(dispute, '$.amountCents')) FROM (
      SELECT json_extract(review, '$.dispute') AS dispute FROM payments WHERE json_extract(review, '$.code') = 'disputed' AND ${counts('mode')}
      UNION ALL SELECT dispute FROM charges WHERE dispute IS NOT NULL AND ${orderCounts('agreement_id')})
    WHERE unixepoch(json_extract(dispute, '$.lostAt'), 'subsec') * 1000 >= ? AND unixepoch(json_extract(dispute, '$.lostAt'), 'subsec') * 1000 < ?`,
};
type Sums = Record<keyof typeof SUMS, number>;

const statements = perDatabase(({ $client }) => {
  const prepared = (sql: string) => $client.prepare<[number, number], number | null>(sql).pluck();
  const ofService = (id: ServiceId) =>
    prepared(`SELECT count(*) FROM orders WHERE ${SOLD} AND service_types LIKE '%"${id}"%'`);
  return {
    sums: Object.entries(SUMS).map(([name, sql]) => [name, prepared(sql)] as const),
    orders: prepared(`SELECT count(*) FROM orders WHERE ${SOLD} AND is_extra = 0`),
    services: SERVICE_IDS.map((id) => [id, ofService(id)] as const),
  };
});

type Period = { from: number; to: number };

/** Recurring payments have a clock of their own while they are a demo. */
function sumsOf({ db, now, billingNow }: AppContext, { from, to }: Period): Sums {
  const ahead = billingNow().getTime() - now().getTime();
  const all = statements(db).sums.map(([name, sum]) => {
    const shift = name === 'recurring' ? ahead : 0;
    const period = { from: from + shift, to: to + shift };
    const ofRows = (begin: number, end: number) => sum.get(begin, end) ?? 0;
    // Disputes are few, so that they need no tallies.
    return [name, name === 'takenBack' ? ofRows(from, to) : sumBetween(db, name, period, ofRows)];
  });
  return Object.fromEntries(all) as Sums;
}

const netOf = ({ paid, recurring, refunded, takenBack }: Sums): number =>
  paid + recurring - refunded - takenBack;

/** What came in from the beginning of yesterday until now. */
export function sinceYesterday(context: AppContext): string {
  const { now, settings } = context;
  const from = startOfDay(settings.hours, dateBefore(dayIn(settings.hours, now()), 1));
  return centsToText(netOf(sumsOf(context, { from: from.getTime(), to: now().getTime() + 1 })));
}

/** The last days until now, and as many before them until the same time of their last day. */
export function readFigures(context: AppContext, days: number, role: Role | undefined): FiguresResponse {
  const { db, now, settings } = context;
  const today = dayIn(settings.hours, now());
  const startOf = (daysAgo: number) => startOfDay(settings.hours, dateBefore(today, daysAgo)).getTime();
  // This millisecond, too.
  const timeOfDay = now().getTime() - startOf(0) + 1;
  const starts = Array.from({ length: BARS }, (_, nth) => days - 1 - (nth * days) / BARS);
  const barsOf = (earlier: number): Period[] =>
    starts.map((daysAgo, nth) => ({
      from: startOf(daysAgo + earlier),
      to: nth + 1 < BARS ? startOf((starts[nth + 1] ?? 0) + earlier) : startOf(earlier) + timeOfDay,
    }));
  const [bars, barsBefore] = [barsOf(0), barsOf(days)];
  const both = <Value>(read: (period: Period, bars: Period[]) => Value) => ({
    now: read(whole(bars), bars),
    before: read(whole(barsBefore), barsBefore),
  });
  const count = (name: string, sum: { get: (from: number, to: number) => number | null | undefined }) =>
    both((period) => sumBetween(db, name, period, (from, to) => sum.get(from, to) ?? 0));
  return {
    success: true,
    ...(mayInShop(db, role, 'revenue') && {
      revenue: both((period) => inDollars(sumsOf(context, period))),
      bars: starts.map((daysAgo, nth) => ({
        from: dateBefore(today, daysAgo),
        now: net(bars[nth]),
        before: net(barsBefore[nth]),
      })),
    }),
    ...(hasRight(role, 'work') && {
      kept: both(({ from, to }) => promiseStore.keptPromises(db, new Date(from), new Date(to))),
    }),
    orders: count('orders', statements(db).orders),
    services: Object.fromEntries(
      statements(db).services.map(([id, sum]) => [id, count(id, sum)]),
    ) as FiguresResponse['services'],
  };

  function net(period: Period | undefined): string {
    return centsToText(period ? netOf(sumsOf(context, period)) : 0);
  }
}

const whole = (bars: readonly Period[]): Period => ({ from: bars[0]?.from ?? 0, to: bars.at(-1)?.to ?? 0 });

const inDollars = (sums: Sums): Revenue =>
  Object.fromEntries(
    Object.entries({ ...sums, net: netOf(sums) }).map(([name, cents]) => [name, centsToText(cents)]),
  ) as Revenue;
