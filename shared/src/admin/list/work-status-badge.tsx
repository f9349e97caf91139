import { WORK_LABELS, type WorkStatus } from '../../contracts/lists.ts';

export function WorkMark({ status }: { status: WorkStatus }) {
  return (
    <span className="status-label" data-work={status}>
      <span>{WORK_LABELS[status]}</span>
    </span>
  );
}
