import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../contracts/call-error.ts';
import type { OverviewAnswer } from '../../contracts/admin/overview.ts';
import { Button } from '../../ui/button.tsx';
import { reads } from '../reads.ts';
import { useActions } from '../use-actions.ts';
import { TODO_NAMES } from './overview-labels.ts';
import { MailLine, SendAllAgain } from './emails.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { ServiceChart } from './service-chart.tsx';
import { Todo } from './todo.tsx';

const REFETCH_MS = 30_000;
const STALE_MS = 10_000;

/** What needs the administrator first, then how the shop does. */
export function Overview() {
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...reads('GET /api/json/overview'),
    refetchInterval: REFETCH_MS,
    staleTime: STALE_MS,
  });
  const refresh = () => void refetch();
  useActions([{ label: 'Refresh', shortcut: 'r', run: refresh }]);
  return (
    <section className="overview" aria-labelledby="overview-title">
      <div className="admin-panel-head">
        <h2 id="overview-title">Needs your attention</h2>
        <Button isQuiet isBusy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <div role="alert">
        {error && (
          <div className="alert admin-banner">
            <p>{failureText(error, error.message, 'Couldn’t reach the server.')}</p>
            {data ? (
              <p>Showing the last saved data.</p>
            ) : (
              <Button isQuiet isBusy={isFetching} onClick={refresh}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
      {isPending && <p className="admin-wait">Loading…</p>}
      {data && <Answered answer={data} now={dataUpdatedAt} />}
    </section>
  );
}

function Answered({ answer, now }: { answer: OverviewAnswer; now: number }) {
  const waiting = TODO_NAMES.filter((name) => answer[name].count > 0);
  return (
    <div className="overview-columns">
      <div className="overview-todos">
        {waiting.length === 0 && <p className="admin-empty">You’re all caught up.</p>}
        {waiting.map((name) => (
          <Todo key={name} name={name} todo={answer[name]} now={now}>
            {name === 'unsentMessages' && <SendAllAgain givenUp={answer.mails.givenUp} />}
          </Todo>
        ))}
        <MailLine mails={answer.mails} plannedMails={answer.plannedMails} />
      </div>
      <div className="overview-charts">
        <RevenueChart weeks={answer.weeks} />
        <ServiceChart counts={answer.ordersByService} />
      </div>
    </div>
  );
}
