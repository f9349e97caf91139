import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FUNNEL_DAYS, type FunnelDays } from '../../contracts/funnel.ts';
import type { FiguresResponse } from '../../contracts/overview.ts';
import type { RecurringFigures } from '../../contracts/recurring.ts';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import { SERVICES } from '../../catalog/services.ts';
import { Card } from '../base/card.tsx';
import { QueryPanel, Skeleton, readsWith } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { BarChart } from './bar-chart.tsx';
import { keptWords, shareWords } from './overview-labels.ts';

const Sales = lazy(async () => ({ default: (await import('./funnel.tsx')).Sales }));

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const usd = (text: string) => formatUsd(textToCents(text));

/** The figures of one period and of the one before, in charts for all of them. They load after the tasks. */
export function Figures({ recurring }: { recurring: RecurringFigures | undefined }) {
  const [days, setDays] = useState<FunnelDays>('30');
  const seesSales = useMay('manage');
  const query = useQuery({
    ...readsWith('GET /api/json/figures', { days }),
    placeholderData: (before: FiguresResponse | undefined) => before,
  });
  return (
    <section className="stack gap-4 packed" aria-labelledby="figures-title">
      <header className="cluster gap-2-4 middle between">
        <h3 id="figures-title">{`The last ${days} days, and the ${days} before`}</h3>
        <div className="segments row" role="group" aria-label="Period">
          {FUNNEL_DAYS.map((choice) => (
            <button
              className="soft xs"
              key={choice}
              type="button"
              aria-pressed={choice === days}
              onClick={() => setDays(choice)}
            >
              {`${choice} days`}
            </button>
          ))}
        </div>
      </header>
      <QueryPanel query={query} loading={<Skeleton rows={6} />}>
        {(figures) => (
          <>
            {hasSold(figures) && <FourFigures {...figures} />}
            <div className="overview-charts stack gap-4 packed">
              {hasSold(figures) && <RevenueChart {...figures} />}
              {recurring && recurring.active + recurring.pastDue > 0 && <Recurring figures={recurring} />}
              {hasSold(figures) && <ServiceChart services={figures.services} />}
              {seesSales && (
                <Suspense fallback={<Skeleton name="the sales" rows={6} />}>
                  <Sales days={days} />
                </Suspense>
              )}
            </div>
          </>
        )}
      </QueryPanel>
    </section>
  );
}

/** An empty shop has no figures yet. */
const hasSold = ({ orders }: FiguresResponse) => orders.now + orders.before > 0;

function FourFigures({ revenue, orders, kept }: FiguresResponse) {
  const change = (now: number, before: number) =>
    before > 0 ? `${shareWords(now, before)} from before` : 'None before';
  const money = (name: 'net' | 'newMonthly') =>
    revenue && {
      value: usd(revenue.now[name]),
      change: change(textToCents(revenue.now[name]), textToCents(revenue.before[name])),
    };
  const figures = {
    Received: money('net'),
    Orders: { value: orders.now.toLocaleString('en-US'), change: change(orders.now, orders.before) },
    'On time': kept && { value: keptWords(kept.now), change: `${keptWords(kept.before)} before` },
    'New revenue per month': money('newMonthly'),
  };
  return (
    <dl className="four-figures stack gap-4">
      {Object.entries(figures).map(
        ([name, figure]) =>
          figure && (
            <div key={name} className="overview-card gap-2 packed">
              <dt className="xs soft">{name}</dt>
              <dd className="figure-value money">{figure.value}</dd>
              <dd className="xs soft">{figure.change}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What came in by day, beside the same day of the period before, and what it is made of. */
function RevenueChart({ revenue, bars }: FiguresResponse) {
  if (!revenue || !bars) return null;
  const { paid, recurring, refunded, takenBack, byHand } = revenue.now;
  const parts = [
    [paid, 'from orders'],
    [recurring, 'from recurring payments'],
    [refunded, 'refunded'],
    [takenBack, 'taken back by banks'],
    [byHand, 'of it by check, bank transfer, or cash'],
  ] as const;
  return (
    <BarChart
      title="Revenue"
      ifEmpty="What customers pay will appear here."
      unit="From"
      series={[
        { name: 'This period', words: 'this period' },
        { name: 'Before', words: 'before' },
      ]}
      rows={bars.map(({ from, now, before }) => ({
        label: day.format(new Date(from)),
        cents: [textToCents(now), textToCents(before)],
      }))}
    >
      <p className="overview-figures cluster gap-2-4 xs">
        {parts.map(
          ([sum, words]) =>
            textToCents(sum) !== 0 && (
              <span key={words}>
                <strong className="money">{usd(sum)}</strong> <span>{words}</span>
              </span>
            ),
        )}
      </p>
    </BarChart>
  );
}

/** What recurs now. */
function Recurring({ figures }: { figures: RecurringFigures }) {
  const { monthlyRevenue, active, ending, leaving, pastDue, atRisk, canceledThisMonth } = figures;
  return (
    <Card className="overview-card gap-2 packed" title="Recurring payments now">
      <ul className="overview-figures stack gap-1 xs">
        <li>
          <strong className="money">{usd(monthlyRevenue)}</strong> monthly recurring revenue
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
    </Card>
  );
}

/** The number of orders by service, in the service's color. The numbers are next to the bars. */
function ServiceChart({ services }: Pick<FiguresResponse, 'services'>) {
  const highest = Math.max(1, ...SERVICE_IDS.flatMap((id) => [services[id].now, services[id].before]));
  return (
    <Card className="overview-card gap-2 packed" title="Orders by service">
      <dl className="service-chart stack gap-3 above-2">
        {SERVICE_IDS.map((id) => {
          const { now, before } = services[id];
          return (
            <div key={id} data-service={id}>
              <dt className="xs">{SERVICES[id].name}</dt>
              <dd className="stack gap-3 middle">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(now / highest) * 100} height="8" />
                </svg>
                <span>
                  <span className="money">{now.toLocaleString('en-US')}</span>{' '}
                  <small className="soft">{`${before.toLocaleString('en-US')} before`}</small>
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
