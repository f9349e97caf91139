import { WORK_WORDS, type WorkStatus } from '../../contracts/admin/lists.ts';

export function WorkMark({ status }: { status: WorkStatus }) {
  return (
    <span className="dot-word" data-work={status}>
      <span>{WORK_WORDS[status]}</span>
    </span>
  );
}
