import type { OverviewAnswer, Waiting } from '../../contracts/admin/overview.ts';
import { Button } from '../../ui/button.tsx';
import { useCaseAction } from '../case/case.queries.ts';
import { CaseLink } from '../list/case-link.tsx';
import { Moment } from '../list/timestamp.tsx';
import { givenUpWords, emailCounts } from './overview-labels.ts';

type EmailCountsProps = { mails: OverviewAnswer['mails']; plannedMails: Waiting[] | undefined };

/** How much mail is still in the house, and which is planned; nothing when none is. An answer kept from before has no list. */
export function EmailCounts({ mails, plannedMails }: EmailCountsProps) {
  const words = emailCounts(mails);
  if (!words) return null;
  if (!plannedMails?.length) return <p className="admin-small">{words}</p>;
  const left = mails.planned - plannedMails.length;
  return (
    <details className="overview-planned">
      <summary className="admin-small">{words}</summary>
      <ul className="todo-items">
        {plannedMails.map(({ orderNumber, title, detail, since }, index) => (
          // One order can have several alike.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${orderNumber} ${since} ${index}`}>
            {orderNumber ? (
              <CaseLink orderNumber={orderNumber} />
            ) : (
              <span className="list-none">No order</span>
            )}
            <span className="todo-who" data-tip={`${title} to ${detail}`}>
              {title}{' '}
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
      {left > 0 && <p className="admin-small">And {left.toLocaleString('en-US')} more later.</p>}
    </details>
  );
}

/** After an outage of a day, or once the settings are mended. */
export function SendAllAgain({ givenUp }: { givenUp: number }) {
  const { isBusy, run } = useCaseAction(
    (client) => client.call('POST /api/admin/messages/send-again'),
    'Couldn’t send the emails',
  );
  if (givenUp === 0) return null;
  return (
    <p className="todo-all">
      <Button isQuiet isBusy={isBusy} onClick={() => run(undefined)}>
        {givenUpWords(givenUp)}
      </Button>
    </p>
  );
}
