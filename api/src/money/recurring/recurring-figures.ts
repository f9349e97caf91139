import { and, gte, sql } from 'drizzle-orm';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { RecurringFigures } from '@northlight/shared/contracts/recurring.ts';
import type { AppContext } from '../context.ts';
import { countWhere, perDatabase } from '../../db/prepared.ts';
import { agreements } from '../../db/schema/recurring.ts';
import { dateBefore, dayIn, monthIn } from '../../base/business-hours.ts';
import { orderCounts, readTallies, talliesInZone } from '../../db/tallies.ts';
import type { AgreementStatus } from '@northlight/shared/contracts/lists.ts';

const MONTHS = 12;

const collectedStatement = perDatabase(({ $client }) =>
  $client
    .prepare<[number, number], number>(
      `SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM charges WHERE paid_at >= ? AND paid_at < ? AND ${orderCounts('agreement_id')}`,
    )
    .pluck(),
);

/** The overview's figures. Months are the studio's. */
export function recurringFigures({ db, settings, billingNow }: AppContext): RecurringFigures {
  const now = billingNow();
  const counts = readTallies(db, 'agreements by state');
  const cents = readTallies(db, 'agreed cents');
  const of = (wanted: AgreementStatus | 'ending') =>
    [...counts].reduce(
      (sum, [name, count]) => {
        const [state, period] = name.split(' ');
        if (state !== wanted) return sum;
        const monthly = (cents.get(name) ?? 0) / (period === 'year' ? 12 : 1);
        return { count: sum.count + count, monthlyCents: sum.monthlyCents + monthly };
      },
      { count: 0, monthlyCents: 0 },
    );
  const [active, ending, pastDue] = [of('active'), of('ending'), of('past-due')];
  const { hours } = settings;
  const thisMonth = dayIn(hours, now).slice(0, '2026-11'.length);
  const starts = [thisMonth];
  for (let back = 1; back < MONTHS; back += 1)
    starts.unshift(dateBefore(`${starts[0]}-01`, 1).slice(0, '2026-11'.length));
  const { start: monthStart, end } = monthIn(hours, thisMonth);
  const edges = [...starts, dayIn(hours, end).slice(0, '2026-11'.length)].map((name) => ({
    name,
    utc: Date.parse(`${name}-01T00:00Z`),
    local: monthIn(hours, name).start.getTime(),
  }));
  const collected = talliesInZone(
    readTallies(db, 'collected in month'),
    edges,
    (from, to) => collectedStatement(db).get(from, to) ?? 0,
  );
  return {
    monthlyRevenue: centsToText(Math.round(active.monthlyCents + pastDue.monthlyCents)),
    active: active.count,
    ending: ending.count,
    leaving: centsToText(Math.round(ending.monthlyCents)),
    pastDue: pastDue.count,
    atRisk: centsToText(Math.round(pastDue.monthlyCents)),
    canceledThisMonth: countWhere(
      db,
      agreements,
      and(gte(agreements.endedAt, monthStart), sql.raw(orderCounts('agreements.id'))),
    ),
    months: starts.map((month, nth) => ({ month, collected: centsToText(collected[nth] ?? 0) })),
  };
}
