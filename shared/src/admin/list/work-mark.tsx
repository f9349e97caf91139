import type { WorkStatus } from '../../contracts/lists.ts';
import { WORK_WORDS } from './list-words.ts';

export function WorkMark({ status }: { status: WorkStatus }) {
  return (
    <span className="dot-word" data-work={status}>
      <span>{WORK_WORDS[status]}</span>
    </span>
  );
}
