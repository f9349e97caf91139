import type { OverviewResponse } from '../../contracts/overview.ts';
import { CaseLink } from '../list/table-parts.tsx';
import { Due } from '../list/times.tsx';
import { keptWords } from './overview-labels.ts';
import { Card } from '../base/card.tsx';

type DueTodayProps = Pick<OverviewResponse, 'promises'>;

/** What is due today or late, most urgent first, and how many promises were kept, with the numbers next to the bars. */
export function DueToday({ promises: { due, dueCount, timeZone, kept } }: DueTodayProps) {
  return (
    <Card
      className="overview-card"
      title={dueCount === 0 ? 'Nothing due today' : `${dueCount.toLocaleString('en-US')} due today`}
    >
      <ul className="todo-items">
        {due.map(({ orderNumber, customer, what, dueAt }) => (
          <li key={`${orderNumber} ${what}`}>
            <CaseLink orderNumber={orderNumber} />
            <span className="todo-who" data-tip={`${customer}, ${what}`}>
              <bdi>{customer}</bdi> <small>{what}</small>
            </span>
            <Due at={dueAt} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <dl className="service-chart">
        {kept.map(({ days, ...figures }) => (
          <div key={days}>
            <dt>Promises kept, last {days} days</dt>
            <dd>
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
