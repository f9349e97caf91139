import { Act } from '../base/act.tsx';
import { useRights } from '../base/session.queries.ts';
import { Moment } from '../list/times.tsx';
import { useOverview } from './places.tsx';

/** The one question after a restore onto another machine. Until it is answered, nothing goes out. */
export function OldMachine() {
  const may = useRights();
  const restoredAt = useOverview()?.restoredAt;
  if (!restoredAt || !may('manage')) return null;
  return (
    <section className="alert admin-banner" aria-labelledby="old-machine">
      <h2 id="old-machine">Is the old machine off?</h2>
      <p>
        <span>This shop was restored from a backup onto this machine on</span> <Moment at={restoredAt} />
        <span>
          . If the old machine is still running, customers are charged twice and get every email twice. Until
          you answer, the checkout is closed, and these wait: recurring payments, emails, webhooks, the
          mailing list, replies by email, and backups. Nothing is lost.
        </span>
      </p>
      <Act call="POST /api/json/old-machine" failure="Couldn’t continue">
        Yes, the old machine is off. Continue.
      </Act>
    </section>
  );
}
