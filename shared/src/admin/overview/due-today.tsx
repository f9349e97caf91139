import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DuePromises, OverviewResponse } from '../../contracts/overview.ts';
import { CaseLink } from '../list/table-parts.tsx';
import { Due } from '../list/times.tsx';
import { keptWords } from './overview-labels.ts';
import { Card } from '../base/card.tsx';

type DueTodayProps = Pick<OverviewResponse, 'promises'>;

/** What is late and what is due today, most urgent first, and how many promises were kept. */
export function DueToday({ promises: { late, today, kept } }: DueTodayProps) {
  return (
    <>
      {late.count > 0 && (
        <Card className="overview-card" title={`${late.count.toLocaleString('en-US')} late`} data-late="">
          <DueItems promises={late} />
          <AllDue due="late" promises={late}>
            All late orders
          </AllDue>
        </Card>
      )}
      <DueUntilTonight today={today} kept={kept} />
    </>
  );
}

function DueItems({ promises }: { promises: DuePromises }) {
  return (
    <ul className="todo-items stack">
      {promises.items.map(({ orderNumber, customer, what, dueAt, late }) => (
        <li className="stack gap-3 middle ruled xs" key={orderNumber}>
          <CaseLink orderNumber={orderNumber} />
          <span className="todo-who" data-tip={`${customer}, ${what}`}>
            <bdi>{customer}</bdi> <small>{what}</small>
          </span>
          <Due at={dueAt} late={late} />
        </li>
      ))}
    </ul>
  );
}

type AllDueProps = { due: 'late' | 'today'; promises: DuePromises; children: ReactNode };

/** Links to the whole list, if there is more than is shown. */
function AllDue({ due, promises: { count, items }, children }: AllDueProps) {
  if (count === items.length) return null;
  return (
    <p className="todo-all cluster middle any-width soft xs">
      <Link to="/orders" search={{ due, sort: 'due' }}>
        {children}
      </Link>
    </p>
  );
}

function DueUntilTonight({ today, kept }: Pick<OverviewResponse['promises'], 'today' | 'kept'>) {
  return (
    <Card
      className="overview-card"
      title={today.count === 0 ? 'Nothing due today' : `${today.count.toLocaleString('en-US')} due today`}
    >
      <DueItems promises={today} />
      <AllDue due="today" promises={today}>
        All orders due today
      </AllDue>
      <dl className="service-chart stack gap-3">
        {kept.map(({ days, ...figures }) => (
          <div key={days}>
            <dt className="xs">{`On time, last ${days} days`}</dt>
            <dd className="stack gap-3 middle">
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(figures.kept / Math.max(1, figures.all)) * 100} height="8" />
              </svg>
              <span className="money">{keptWords(figures)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
