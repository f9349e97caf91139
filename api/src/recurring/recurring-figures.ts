import { and, gte, inArray, isNotNull, notLike, sql } from 'drizzle-orm';
import { centsToText } from '@northlight/shared/catalogue/money.ts';
import type { RecurringFigures } from '@northlight/shared/contracts/admin/recurring-answers.ts';
import type { AppContext } from '../context.ts';
import { countWhere } from '../db/count-where.ts';
import { agreements, charges } from '../db/schema.ts';

const MONTHS = 12;

/** The overview's figures. Months are in UTC. */
export function recurringFigures({ db, settings, billingNow }: AppContext): RecurringFigures {
  const now = billingNow();
  const monthStart = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
  // Demo orders of a shop that went live.
  const isReal = settings.payments.mode === 'live' ? notLike(agreements.provider, 'demo-%') : undefined;
  const sums = db
    .select({
      state: agreements.state,
      count: sql<number>`count(*)`,
      monthlyCents: sql<number>`sum(CASE ${agreements.period} WHEN 'year' THEN ${agreements.amountCents} / 12.0 ELSE ${agreements.amountCents} END)`,
    })
    .from(agreements)
    .where(and(inArray(agreements.state, ['active', 'past-due']), isReal))
    .groupBy(agreements.state)
    .all();
  const of = (state: string) => sums.find((sum) => sum.state === state) ?? { count: 0, monthlyCents: 0 };
  const month = sql<string>`strftime('%Y-%m', ${charges.paidAt} / 1000, 'unixepoch')`;
  const collected = new Map(
    db
      .select({ month, cents: sql<number>`sum(${charges.amountCents} - ${charges.refundedCents})` })
      .from(charges)
      .where(and(isNotNull(charges.paidAt), gte(charges.paidAt, monthStart(MONTHS - 1))))
      .groupBy(month)
      .all()
      .map((sum) => [sum.month, sum.cents]),
  );
  return {
    monthlyRevenue: centsToText(Math.round(of('active').monthlyCents + of('past-due').monthlyCents)),
    active: of('active').count,
    pastDue: of('past-due').count,
    atRisk: centsToText(Math.round(of('past-due').monthlyCents)),
    canceledThisMonth: countWhere(db, agreements, gte(agreements.endedAt, monthStart(0))),
    months: Array.from({ length: MONTHS }, (_, index) => {
      const name = monthStart(MONTHS - 1 - index)
        .toISOString()
        .slice(0, '2026-11'.length);
      return { month: name, collected: centsToText(collected.get(name) ?? 0) };
    }),
  };
}
