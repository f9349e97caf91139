import { useQuery } from '@tanstack/react-query';
import type { DoctorLine } from '../../contracts/operations.ts';
import { Button } from '../../ui/button.tsx';
import { QueryPanel, reads } from '../base/query-panel.tsx';

const LABELS: Record<DoctorLine['state'], string> = {
  failure: 'Failed',
  warning: 'Warning',
  ok: 'OK',
  todo: 'To do',
  off: 'Not set up',
};

/** What `pnpm run doctor` prints: problems, what to do before selling, then what works. What is not set up is folded. */
export function SystemCheck() {
  const query = useQuery({ ...reads('GET /api/admin/doctor'), refetchOnMount: 'always' });
  return (
    <section className="admin-card system-check" aria-labelledby="system-check-title">
      <div className="row gap-4 middle between">
        <h3 id="system-check-title">System check</h3>
        <Button isQuiet isBusy={query.isFetching} busyLabel="Checking…" onClick={() => void query.refetch()}>
          Check again
        </Button>
      </div>
      <QueryPanel query={query} loading={<p className="admin-wait">Checking…</p>}>
        {({ lines }) => <Lines lines={lines} />}
      </QueryPanel>
    </section>
  );
}

function Lines({ lines }: { lines: DoctorLine[] }) {
  const ofStates = (...states: DoctorLine['state'][]) =>
    states.flatMap((state) => lines.filter((line) => line.state === state));
  const problems = ofStates('failure', 'warning').length;
  const off = ofStates('off');
  const toDo = ofStates('todo').length;
  return (
    <>
      <p className="admin-small" role="status">
        <span>
          {problems === 0 ? 'No problems found.' : problems === 1 ? '1 problem.' : `${problems} problems.`}
        </span>
        {toDo > 0 && <span>{` ${toDo} to do before you sell.`}</span>}
      </p>
      <List lines={ofStates('failure', 'warning', 'todo', 'ok')} />
      {off.length > 0 && (
        <details>
          <summary>{`${LABELS.off} (${off.length})`}</summary>
          <List lines={off} />
        </details>
      )}
    </>
  );
}

function List({ lines }: { lines: DoctorLine[] }) {
  return (
    <ul className="xs">
      {lines.map(({ name, state, message, advice }) => (
        <li key={`${name} ${message}`} className="stack gap-3 baseline ruled break">
          <span className="status-label" data-check={state}>
            {LABELS[state]}
          </span>
          <div>
            <strong>{name}</strong>
            <p className="soft">{message}</p>
            {advice && <p className="medium">{advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
