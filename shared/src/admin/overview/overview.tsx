import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { OverviewResponse } from '../../contracts/overview.ts';
import { PageHead } from '../base/page-head.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { reads } from '../base/query-fn.ts';
import { BackupLine, BackupTask, Todo, WebhookTask } from './todo.tsx';
import { DueToday } from './due-today.tsx';
import { otherPaymentsWords, TODO_NAMES, type TodoName } from './overview-labels.ts';
import { EmailCounts, SendAllAgain } from './emails.tsx';

const Setup = lazy(async () => ({ default: (await import('./setup.tsx')).Setup }));
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }));
const Sales = lazy(async () => ({ default: (await import('./funnel.tsx')).Sales }));

/** What harms most comes first, and what is due comes after messages. */
const BEFORE_DUE: TodoName[] = ['unsentMessages', 'paymentsToReview', 'messagesToAnswer'];

/** The open tasks and the charts. */
export function Overview() {
  const query = usePanelQuery(reads('GET /api/json/overview'));
  return (
    <section className="overview" aria-labelledby="overview-title">
      <PageHead id="overview-title" title="Needs your attention" query={query} />
      <QueryPanel query={query}>
        {(response) => <Content response={response} now={query.dataUpdatedAt} />}
      </QueryPanel>
    </section>
  );
}

function Content({ response, now }: { response: OverviewResponse; now: number }) {
  const failing = response.failingWebhooks;
  const seesSales = useMay('manage');
  const mayWork = useMay('work');
  const { backup, setup = [], testOrder, newer } = response;
  const pastDue = (!mayWork && response.recurring?.pastDue) || 0;
  const waiting = TODO_NAMES.filter((name) => response[name].count > 0);
  const isCaughtUp =
    waiting.length + failing.length + pastDue + setup.length === 0 && !backup?.needsAttention;
  const todos = (names: TodoName[]) =>
    names.map((name) => (
      <Todo key={name} name={name} todo={response[name]} now={now}>
        {name === 'unsentMessages' && <SendAllAgain givenUp={response.mails.givenUp} />}
      </Todo>
    ));
  return (
    <div className="overview-columns stack gap-4 packed">
      <div className="overview-todos stack gap-4 packed">
        {setup.length > 0 && (
          <Suspense>
            <Setup missing={setup} testOrder={testOrder} />
          </Suspense>
        )}
        {backup && <BackupTask backup={backup} now={now} />}
        {todos(BEFORE_DUE)}
        <Mine {...response.mine} />
        {(response.unassigned ?? 0) > 0 && (
          <p>
            <Link to="/orders" search={{ responsible: 'nobody', sort: 'due' }}>
              {`Nobody is responsible for ${response.unassigned === 1 ? '1 open order' : `${response.unassigned?.toLocaleString('en-US')} open orders`}`}
            </Link>
          </p>
        )}
        {mayWork && <DueToday promises={response.promises} />}
        <WebhookTask failing={failing} />
        {!mayWork && (
          <p>
            <Link to="/books">This month’s invoices, credit notes, and sales tax</Link>
          </p>
        )}
        {pastDue > 0 && (
          <p>
            <Link to="/recurring" search={{ state: 'past-due' }}>
              {pastDue === 1
                ? '1 recurring payment is past due'
                : `${pastDue.toLocaleString('en-US')} recurring payments are past due`}
            </Link>
          </p>
        )}
        {isCaughtUp && <p className="admin-empty">You’re all caught up.</p>}
        {todos(waiting.filter((name) => !BEFORE_DUE.includes(name)))}
        <EmailCounts counts={response.mails} scheduled={response.plannedMails} />
        {response.otherPayments > 0 && (
          <p className="admin-small">{otherPaymentsWords(response.otherPayments)}</p>
        )}
        {newer && (
          <p>
            <strong>{`Version ${newer.version} is there.`}</strong> <span>{newer.news}</span>{' '}
            <span>To upgrade, run this on the server as root:</span> <code>{newer.command}</code>
          </p>
        )}
        {backup && <BackupLine backup={backup} now={now} />}
      </div>
      <div className="overview-charts stack gap-4 packed">
        <Suspense fallback={<p className="admin-wait">Loading the charts…</p>}>
          <Charts response={response} />
        </Suspense>
        {seesSales && (
          <Suspense fallback={<p className="admin-wait">Loading the sales…</p>}>
            <Sales />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** What the reader is responsible for. */
function Mine({ open, late }: OverviewResponse['mine']) {
  if (open === 0) return null;
  return (
    <p>
      <Link to="/orders" search={{ responsible: 'me', sort: 'due' }}>
        {`Yours: ${open === 1 ? '1 open order' : `${open.toLocaleString('en-US')} open orders`}${late > 0 ? `, ${late.toLocaleString('en-US')} late` : ''}`}
      </Link>
    </p>
  );
}
