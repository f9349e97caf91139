import { WORK_STATUSES, type WorkStatus as Status } from '../../contracts/lists.ts';
import { WorkMark } from '../list/work-status-badge.tsx';

type WorkStatusProps = {
  status: Status;
  isBusy: boolean;
  onChange: (status: Status) => void;
};

/** Buttons instead of a select, because browsing a select with the keyboard would change the status. */
export function WorkStatus({ status, isBusy, onChange }: WorkStatusProps) {
  return (
    <div className="case-work" role="group" aria-label="Work status">
      {WORK_STATUSES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === status}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy && choice !== status) onChange(choice);
          }}
        >
          <WorkMark status={choice} />
        </button>
      ))}
    </div>
  );
}
