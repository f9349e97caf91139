import type { OverviewResponse, Waiting } from '../../contracts/overview.ts';
import { Act } from '../base/act.tsx';
import { CaseLink } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { givenUpWords, emailCounts } from './overview-labels.ts';

type EmailCountsProps = { counts: OverviewResponse['mails']; scheduled: Waiting[] };

/** How many emails are waiting, with a list of the scheduled ones. Renders nothing if there are none. */
export function EmailCounts({ counts, scheduled }: EmailCountsProps) {
  const text = emailCounts(counts);
  if (!text) return null;
  if (scheduled.length === 0) return <p className="admin-small">{text}</p>;
  const left = counts.planned - scheduled.length;
  return (
    <details className="overview-planned">
      <summary className="admin-small">{text}</summary>
      <ul className="todo-items stack">
        {scheduled.map(({ orderNumber, title, detail, since }, index) => (
          // An order can have several identical emails.
          // oxlint-disable-next-line react/no-array-index-key
          <li className="stack gap-3 middle ruled xs" key={`${orderNumber} ${since} ${index}`}>
            <CaseLink orderNumber={orderNumber} />
            <span className="todo-who" data-tip={`${title} to ${detail}`}>
              <span>{title}</span>{' '}
              <small>
                <bdi>{detail}</bdi>
              </small>
            </span>
            <small className="todo-age">
              <Moment at={since} />
            </small>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="admin-small">{`And ${left.toLocaleString('en-US')} more later.`}</p>}
    </details>
  );
}

/** Resends all failed emails, for example after a long outage or after correcting the email settings. */
export function SendAllAgain({ givenUp }: { givenUp: number }) {
  if (givenUp === 0) return null;
  return (
    <p className="todo-all cluster middle any-width soft xs">
      <Act isQuiet call="POST /api/admin/messages/send-again" failure="Couldn’t send the emails">
        {givenUpWords(givenUp)}
      </Act>
    </p>
  );
}
