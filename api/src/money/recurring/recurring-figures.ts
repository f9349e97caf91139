import { gte } from 'drizzle-orm';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { AgreementStatus, RecurringFigures } from '@northlight/shared/contracts/recurring.ts';
import type { AppContext } from '../context.ts';
import { countWhere } from '../../db/count-where.ts';
import { agreements } from '../../db/schema/recurring.ts';
import { readTallies } from '../../db/tallies.ts';

const MONTHS = 12;

/** The overview's figures. Months are in UTC. */
export function recurringFigures({ db, settings, billingNow }: AppContext): RecurringFigures {
  const now = billingNow();
  const monthStart = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
  const counts = readTallies(db, 'agreements by state');
  const cents = readTallies(db, 'agreed cents');
  // Without the demo orders of a shop that went live.
  const isReal = (provider = '') => settings.payments.mode !== 'live' || !provider.startsWith('demo-');
  const of = (wanted: AgreementStatus | 'ending') =>
    [...counts].reduce(
      (sum, [name, count]) => {
        const [state, period, provider] = name.split(' ');
        if (state !== wanted || !isReal(provider)) return sum;
        const monthly = (cents.get(name) ?? 0) / (period === 'year' ? 12 : 1);
        return { count: sum.count + count, monthlyCents: sum.monthlyCents + monthly };
      },
      { count: 0, monthlyCents: 0 },
    );
  const [active, ending, pastDue] = [of('active'), of('ending'), of('past-due')];
  const collected = readTallies(db, 'collected in month');
  return {
    monthlyRevenue: centsToText(Math.round(active.monthlyCents + pastDue.monthlyCents)),
    active: active.count,
    ending: ending.count,
    leaving: centsToText(Math.round(ending.monthlyCents)),
    pastDue: pastDue.count,
    atRisk: centsToText(Math.round(pastDue.monthlyCents)),
    canceledThisMonth: countWhere(db, agreements, gte(agreements.endedAt, monthStart(0))),
    months: Array.from({ length: MONTHS }, (_, index) => {
      const name = monthStart(MONTHS - 1 - index)
        .toISOString()
        .slice(0, '2026-11'.length);
      return { month: name, collected: centsToText(collected.get(name) ?? 0) };
    }),
  };
}
