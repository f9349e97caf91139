import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { OverviewResponse } from '../../contracts/overview.ts';
import { PageHead } from '../base/page-head.tsx';
import { QueryPanel, Skeleton, usePanelQuery, reads } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { ChangedConnections } from './changed-connections.tsx';
import { EmailCounts, SendAllAgain } from './emails.tsx';
import { backupWords, counted, IN_LINE, kindsOf, otherPaymentsWords } from './overview-labels.ts';
import { hasAlarm, KindLink, Tasks } from './tasks.tsx';

const Setup = lazy(async () => ({ default: (await import('./setup.tsx')).Setup }));
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }));

/** The open tasks and the charts. */
export function Overview() {
  const query = usePanelQuery(reads('GET /api/json/overview'));
  return (
    <section className="overview" aria-labelledby="overview-title">
      <PageHead id="overview-title" title="Overview" query={query} />
      <QueryPanel query={query} loading={<Skeleton />}>
        {(response) => <Content response={response} now={query.dataUpdatedAt} />}
      </QueryPanel>
    </section>
  );
}

function Content({ response, now }: { response: OverviewResponse; now: number }) {
  const { show } = useSearch({ from: '/' });
  const { backup, setup = [], mails, newer } = response;
  return (
    <div className="stack gap-4 packed">
      {response.changedConnections && <ChangedConnections changed={response.changedConnections} />}
      <DayLine {...response} />
      <Tasks key={show} response={response} only={show} now={now}>
        {response.unsentMessages.count > 0 && <SendAllAgain givenUp={mails.givenUp} />}
      </Tasks>
      {setup.length > 0 && (
        <Suspense>
          <Setup {...response} missing={setup} />
        </Suspense>
      )}
      <EmailCounts counts={mails} scheduled={response.plannedMails} />
      {response.otherPayments > 0 && (
        <p className="admin-small">{otherPaymentsWords(response.otherPayments)}</p>
      )}
      {newer && (
        <p>
          <strong>{`Version ${newer.version} is available.`}</strong> <span>{newer.news}</span>{' '}
          <span>To upgrade, run this on the server as root:</span> <code>{newer.command}</code>
        </p>
      )}
      {backup && !backup.needsAttention && <p className="admin-small">{backupWords(backup, now).text}</p>}
      <Suspense fallback={<Skeleton name="the figures" rows={6} />}>
        <Figures recurring={response.recurring} />
      </Suspense>
    </div>
  );
}

/** How the day stands: what matters most of it, and each part leads to it. */
function DayLine(response: OverviewResponse) {
  const { mine, recurring, setup = [] } = response;
  const mayWork = useMay('work');
  const pastDue = (!mayWork && recurring?.pastDue) || 0;
  const kinds = kindsOf(response);
  const sinceYesterday = textToCents(response.sinceYesterday ?? '0.00');
  const isCaughtUp = kinds.length + pastDue + setup.length === 0 && !hasAlarm(response);
  return (
    <p className="cluster baseline gap-2 any-width">
      {/* A sentence of its own. What follows is a list with commas. */}
      {isCaughtUp && <span>You’re all caught up.</span>}
      <span className="day-line cluster baseline any-width">
        {mine.open > 0 && (
          <Link to="/orders" search={{ responsible: 'me', sort: 'due' }}>
            {`Yours: ${counted(mine.open, 'open order', 'open orders')}${mine.late > 0 ? `, ${mine.late.toLocaleString('en-US')} late` : ''}`}
          </Link>
        )}
        {kinds.slice(0, IN_LINE).map((kind) => (
          <KindLink key={kind} {...{ kind, response }} />
        ))}
        {pastDue > 0 && (
          <Link to="/recurring" search={{ state: 'past-due' }}>
            {counted(pastDue, 'recurring payment past due', 'recurring payments past due')}
          </Link>
        )}
        {sinceYesterday > 0 && (
          <Link to="/books">{`${formatUsd(sinceYesterday)} received since yesterday`}</Link>
        )}
        {!mayWork && <Link to="/books">This month’s invoices, credit notes, and sales tax</Link>}
      </span>
    </p>
  );
}
