import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { OverviewResponse, Week } from '@northlight/shared/contracts/overview.ts';
import { dateBefore, dayIn, startOfDay } from '../../base/business-hours.ts';
import { DAY_MS } from '../../base/units.ts';
import { perDatabase } from '../../db/prepared.ts';
import { counts, orderCounts, paymentCounts, readTallies, talliesInZone } from '../../db/tallies.ts';
import type { AppContext } from '../../money/context.ts';

const WEEKS = 12;
const WEEK_MS = 7 * DAY_MS;
/** January 5, 1970. Weeks are counted from it. */
const FIRST_MONDAY = 4 * DAY_MS;

const IN_HOURS = `created_at >= ? AND created_at < ?`;
/** What the tallies of weeks are made from, for the hours between two moments. */
const SUMS = {
  paid: `SELECT sum(received_amount_cents) FROM orders WHERE ${IN_HOURS} AND ${counts('payment_mode')}`,
  byHand: `SELECT sum(received_amount_cents) FROM orders WHERE ${IN_HOURS} AND payment_method = 'by-hand' AND ${counts('payment_mode')}`,
  refunded: `SELECT sum(amount_cents) FROM refunds WHERE ${IN_HOURS} AND status <> 'failed' AND ${paymentCounts('payment_id')}`,
  recurring: `SELECT sum(recurring_payment_cents / CASE recurring_period WHEN 'year' THEN 12 ELSE 1 END) FROM orders
    WHERE ${IN_HOURS} AND ${counts('payment_mode')}`,
};
const TALLIES = {
  paid: 'paid in week',
  byHand: 'paid by hand in week',
  refunded: 'refunded in week',
  recurring: 'recurring in week',
};

const sumStatements = perDatabase(({ $client }) => {
  const prepared = (sql: string) => $client.prepare<[number, number], number | null>(sql).pluck();
  return {
    paid: prepared(SUMS.paid),
    byHand: prepared(SUMS.byHand),
    refunded: prepared(SUMS.refunded),
    recurring: prepared(SUMS.recurring),
  };
});

/** Disputes are few, so that they need no tallies. */
const takenBackStatement = perDatabase(({ $client }) =>
  $client
    .prepare<[string, string], number>(
      `SELECT coalesce(sum(json_extract(dispute, '$.amountCents')), 0) FROM (
        SELECT json_extract(review, '$.dispute') AS dispute FROM payments WHERE json_extract(review, '$.code') = 'disputed' AND ${counts('mode')}
        UNION ALL SELECT dispute FROM charges WHERE dispute IS NOT NULL AND ${orderCounts('agreement_id')})
      WHERE json_extract(dispute, '$.lostAt') >= ? AND json_extract(dispute, '$.lostAt') < ?`,
    )
    .pluck(),
);

/** Whole days only, so that both periods are as long. */
const RECENT_DAYS = 28;

export function recentOf({
  db,
  settings: { hours },
  now,
}: AppContext): NonNullable<OverviewResponse['recent']> {
  const today = dayIn(hours, now());
  const [earliest, middle, end] = [2 * RECENT_DAYS, RECENT_DAYS, 0].map((days) =>
    startOfDay(hours, dateBefore(today, days)),
  ) as [Date, Date, Date];
  const net = (from: Date, to: Date) => {
    const [paid, refunded] = (['paid', 'refunded'] as const).map(
      (name) => sumStatements(db)[name].get(from.getTime(), to.getTime()) ?? 0,
    ) as [number, number];
    const takenBack = takenBackStatement(db).get(from.toISOString(), to.toISOString()) ?? 0;
    return centsToText(paid - refunded - takenBack);
  };
  return { net: net(middle, end), before: net(earliest, middle) };
}

/** The last twelve weeks from Monday in the studio's time zone, including those without orders. */
export function weeksUntil({ db, settings: { hours }, now }: AppContext): Week[] {
  const today = dayIn(hours, now());
  const monday = dateBefore(today, (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7);
  const starts = Array.from({ length: WEEKS + 1 }, (_, week) => {
    const day = dateBefore(monday, (WEEKS - 1 - week) * 7);
    const utc = Date.parse(`${day}T00:00Z`);
    return {
      day,
      name: String((utc - FIRST_MONDAY) / WEEK_MS),
      utc,
      local: startOfDay(hours, day).getTime(),
    };
  });
  const sums = (name: keyof typeof SUMS) => {
    const statement = sumStatements(db)[name];
    return talliesInZone(readTallies(db, TALLIES[name]), starts, (from, to) => statement.get(from, to) ?? 0);
  };
  const [paid, byHand, refunded, recurring] = [
    sums('paid'),
    sums('byHand'),
    sums('refunded'),
    sums('recurring'),
  ];
  return starts.slice(0, -1).map(({ day, local }, week) => ({
    from: day,
    paid: centsToText(paid[week] ?? 0),
    byHand: centsToText(byHand[week] ?? 0),
    refunded: centsToText(refunded[week] ?? 0),
    takenBack: centsToText(
      takenBackStatement(db).get(
        new Date(local).toISOString(),
        new Date(starts[week + 1]?.local ?? local).toISOString(),
      ) ?? 0,
    ),
    recurring: centsToText(recurring[week] ?? 0),
  }));
}
