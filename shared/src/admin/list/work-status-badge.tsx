import { WORK_WORDS, type WorkStatus } from '../../contracts/admin/lists.ts';

export function WorkMark({ status }: { status: WorkStatus }) {
  return (
    <span className="status-label" data-work={status}>
      <span>{WORK_WORDS[status]}</span>
    </span>
  );
}
