import { lazy, Suspense } from 'react';
import type { OverviewResponse } from '../../contracts/overview.ts';
import { Button } from '../../ui/button.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { reads } from '../base/reads.ts';
import { useActions } from '../base/use-actions.ts';
import { BackupLine, BackupTask } from './backups.tsx';
import { DueToday } from './due-today.tsx';
import { TODO_NAMES } from './overview-labels.ts';
import { EmailCounts, SendAllAgain } from './emails.tsx';
import { RecurringChart, RevenueChart } from './revenue-charts.tsx';
import { ServiceChart } from './service-chart.tsx';
import { Todo } from './todo.tsx';
import { WebhookTask } from './webhook-task.tsx';

const Sales = lazy(async () => ({ default: (await import('./funnel.tsx')).Sales }));

/** The open tasks and the charts. */
export function Overview() {
  const query = usePanelQuery(reads('GET /api/json/overview'));
  const refresh = () => void query.refetch();
  useActions([{ label: 'Refresh', shortcut: 'r', run: refresh }]);
  return (
    <section className="overview" aria-labelledby="overview-title">
      <div className="admin-panel-head">
        <h2 id="overview-title">Needs your attention</h2>
        <Button isQuiet isBusy={query.isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <QueryPanel query={query}>
        {(answer) => <Answered answer={answer} now={query.dataUpdatedAt} />}
      </QueryPanel>
    </section>
  );
}

function Answered({ answer, now }: { answer: OverviewResponse; now: number }) {
  // Responses cached by older versions have none.
  const failing = answer.failingWebhooks ?? [];
  const seesSales = useMay('manage');
  const waiting = TODO_NAMES.filter((name) => answer[name].count > 0);
  return (
    <div className="overview-columns">
      <div className="overview-todos">
        {/* Responses cached by older versions have none. */}
        {answer.promises && <DueToday promises={answer.promises} />}
        <BackupTask backup={answer.backup} now={now} />
        <WebhookTask failing={failing} />
        {waiting.length === 0 && failing.length === 0 && !answer.backup?.needsAttention && (
          <p className="admin-empty">You’re all caught up.</p>
        )}
        {waiting.map((name) => (
          <Todo key={name} name={name} todo={answer[name]} now={now}>
            {name === 'unsentMessages' && <SendAllAgain givenUp={answer.mails.givenUp} />}
          </Todo>
        ))}
        <EmailCounts counts={answer.mails} scheduled={answer.plannedMails} />
        <BackupLine backup={answer.backup} now={now} />
      </div>
      <div className="overview-charts">
        <RevenueChart weeks={answer.weeks} />
        {/* Responses cached by older versions have no figures. */}
        {answer.recurring && <RecurringChart figures={answer.recurring} />}
        <ServiceChart counts={answer.ordersByService} />
        {seesSales && (
          <Suspense>
            <Sales />
          </Suspense>
        )}
      </div>
    </div>
  );
}
