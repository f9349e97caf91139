import { Link } from '@tanstack/react-router';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { OverviewResponse, Week } from '../../contracts/overview.ts';
import type { RecurringFigures } from '../../contracts/recurring.ts';
import { BarChart } from './bar-chart.tsx';
import { SERVICE_IDS, type ServiceId } from '../../catalog/ids.ts';
import { SERVICES } from '../../catalog/services.ts';
import { shareWords } from './overview-labels.ts';
import { Card } from '../base/card.tsx';

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Revenue and recurring payments for those who may see them, and orders by service. They load after the tasks. */
export function Charts({ response }: { response: OverviewResponse }) {
  const { weeks, recent, recurring, ordersByService } = response;
  return (
    <>
      {weeks && recent && <RevenueChart {...{ weeks, recent }} />}
      {recurring && <RecurringChart figures={recurring} />}
      <ServiceChart counts={ordersByService} />
    </>
  );
}

/** Payments received and new monthly revenue by week, and what is left of it after refunds. */
function RevenueChart({ weeks, recent }: Required<Pick<OverviewResponse, 'weeks' | 'recent'>>) {
  const sumOf = (name: 'byHand' | 'refunded' | 'takenBack') =>
    weeks.reduce((sum, week) => sum + textToCents(week[name]), 0);
  const [byHand, refunded, takenBack] = [sumOf('byHand'), sumOf('refunded'), sumOf('takenBack')];
  const netOf = (some: readonly Week[]) =>
    some.reduce(
      (sum, { paid, refunded, takenBack }) =>
        sum + textToCents(paid) - textToCents(refunded) - textToCents(takenBack),
      0,
    );
  const [now, before] = [textToCents(recent.net), textToCents(recent.before)];
  return (
    <BarChart
      title="Revenue by week"
      ifEmpty="The payments of the last twelve weeks will appear here."
      unit="Week of"
      period={`in ${weeks.length} weeks`}
      series={[
        { name: 'Received', words: 'received' },
        { name: 'New monthly revenue', words: 'of new monthly revenue' },
      ]}
      rows={weeks.map(({ from, paid, recurring }) => ({
        label: day.format(new Date(from)),
        cents: [textToCents(paid), textToCents(recurring)],
      }))}
    >
      <p className="overview-figures stack gap-1 xs">
        <span>
          <strong className="money">{formatUsd(netOf(weeks))}</strong>{' '}
          <span>{`net of ${formatUsd(refunded)} in refunds, last ${weeks.length} weeks`}</span>
        </span>
        <span>
          <strong className="money">{formatUsd(now)}</strong>{' '}
          <span>{`net in the 28 days until yesterday${before > 0 ? `, ${shareWords(now, before)} from the 28 days before` : ''}`}</span>
        </span>
        {takenBack > 0 && (
          <span>
            <strong className="money">{formatUsd(takenBack)}</strong>{' '}
            <span>{`taken back by banks, last ${weeks.length} weeks`}</span>
          </span>
        )}
        {byHand > 0 && (
          <span>
            <strong className="money">{formatUsd(byHand)}</strong>{' '}
            <span>{`received by check, bank transfer, or cash, last ${weeks.length} weeks`}</span>
          </span>
        )}
      </p>
    </BarChart>
  );
}

/** With fewer bars, a chart shows no course. */
const LEAST_MONTHS = 3;

/** What recurs now, and what recurring payments collected by month. */
function RecurringChart({ figures }: { figures: RecurringFigures }) {
  const { monthlyRevenue, active, ending, leaving, pastDue, atRisk, canceledThisMonth } = figures;
  // A young shop has no year behind it.
  const first = figures.months.findIndex(({ collected }) => textToCents(collected) !== 0);
  const months = figures.months.slice(Math.max(0, Math.min(first, figures.months.length - LEAST_MONTHS)));
  return (
    <BarChart
      title="Recurring payments"
      ifEmpty="The charges of the last twelve months will appear here."
      unit="Month"
      period={`in ${months.length} months`}
      series={[{ name: 'Collected', words: 'collected' }]}
      rows={months.map((one) => ({
        label: month.format(new Date(one.month)),
        cents: [textToCents(one.collected)],
      }))}
    >
      <ul className="overview-figures stack gap-1 xs">
        <li>
          <strong className="money">{usd(monthlyRevenue)}</strong> monthly recurring revenue
        </li>
        <li>
          <strong className="money">{usd(months.at(-1)?.collected ?? '0.00')}</strong> collected this month so
          far
        </li>
        <li>
          <strong className="money">{active.toLocaleString('en-US')}</strong>{' '}
          <Link to="/recurring" search={{ state: 'active' }}>
            active
          </Link>
          {ending > 0 && (
            <>
              <span>{`, ${ending.toLocaleString('en-US')}`}</span>{' '}
              <Link to="/recurring" search={{ state: 'ending' }}>
                ending
              </Link>{' '}
              <span>{`(${usd(leaving)} per month)`}</span>
            </>
          )}
        </li>
        <li>
          <strong className="money">{pastDue.toLocaleString('en-US')}</strong>{' '}
          <Link to="/recurring" search={{ state: 'past-due' }}>
            past due
          </Link>
          {pastDue > 0 && <span>{`, ${usd(atRisk)} per month at risk`}</span>}
        </li>
        <li>
          <strong className="money">{canceledThisMonth.toLocaleString('en-US')}</strong> canceled or ended
          this month
        </li>
      </ul>
    </BarChart>
  );
}

const usd = (text: string) => formatUsd(textToCents(text));

/** The number of orders by service, in the service's color. The numbers are next to the bars. */
function ServiceChart({ counts }: { counts: Record<ServiceId, number> }) {
  const highest = Math.max(1, ...SERVICE_IDS.map((id) => counts[id]));
  return (
    <Card className="overview-card" title="Orders by service, all time">
      <dl className="service-chart stack gap-3">
        {SERVICE_IDS.map((id) => (
          <div key={id} data-service={id}>
            <dt className="xs">{SERVICES[id].name}</dt>
            <dd className="stack gap-3 middle">
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(counts[id] / highest) * 100} height="8" />
              </svg>
              <span className="money">{counts[id].toLocaleString('en-US')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
