import { and, gte, sql } from 'drizzle-orm';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { RecurringFigures } from '@northlight/shared/contracts/recurring.ts';
import type { AppContext } from '../context.ts';
import { countWhere } from '../../db/prepared.ts';
import { agreements } from '../../db/schema/recurring.ts';
import { dayIn, startOfDay } from '../../base/business-hours.ts';
import { orderCounts, readTallies } from '../../db/tallies.ts';
import type { AgreementStatus } from '@northlight/shared/contracts/lists.ts';

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
  const monthStart = startOfDay(hours, `${dayIn(hours, now).slice(0, '2026-11'.length)}-01`);
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
  };
}
