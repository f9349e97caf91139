import { Link } from '@tanstack/react-router';
import type { OverviewResponse } from '../../contracts/overview.ts';
import { Moment } from '../list/timestamp.tsx';
import { useMay } from '../base/session.queries.ts';
import { Card } from '../base/card.tsx';

type WebhookTaskProps = { failing: OverviewResponse['failingWebhooks'] };

/** A task when other systems can't be told what happens. */
export function WebhookTask({ failing }: WebhookTaskProps) {
  const mayManage = useMay('manage');
  if (failing.length === 0) return null;
  return (
    <Card
      className="overview-card"
      title={`${failing.length === 1 ? 'A webhook has' : `${failing.length} webhooks have`} been failing for more than a day`}
    >
      {failing.map(({ host, since }) => (
        <p key={`${host} ${since}`} className="admin-small">
          <bdi>{host}</bdi> since <Moment at={since} />
        </p>
      ))}
      {mayManage && (
        <p className="todo-all">
          <Link to="/settings/$section" params={{ section: 'webhooks' }}>
            Webhooks and their logs
          </Link>
        </p>
      )}
    </Card>
  );
}
