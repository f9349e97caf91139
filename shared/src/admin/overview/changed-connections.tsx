import { Link } from '@tanstack/react-router';
import type { OverviewResponse } from '../../contracts/overview.ts';
import { Act } from '../base/act.tsx';
import { Moment } from '../list/times.tsx';

type Changed = NonNullable<OverviewResponse['changedConnections']>;

/** Who connects another mail server reads the emails that the shop sends. So the change stands here, too. */
export function ChangedConnections({ changed }: { changed: Changed }) {
  const until =
    changed
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '';
  return (
    <section className="alert admin-banner" aria-label="Changed connections">
      <ul>
        {changed.map(({ label, news, by, at }) => (
          <li key={label}>
            <span>{`${by} ${news} ${label}:`}</span> <Moment at={at} />
          </li>
        ))}
      </ul>
      <p>
        If you didn’t expect this, check it right away, and change your password.{' '}
        <Link to="/settings/$section" params={{ section: 'connections' }}>
          Open Connections
        </Link>
      </p>
      <Act isQuiet call="POST /api/admin/connection-news" body={{ until }} failure="Couldn’t dismiss it">
        I know about this
      </Act>
    </section>
  );
}
