import type { SubmissionFacts } from '../../contracts/admin/submission-answers.ts';
import { flagWords } from '../../contracts/admin/submission-labels.ts';

export function Flags({ submission }: { submission: SubmissionFacts }) {
  return flagWords(submission).map((words) => <span key={words}>{words}</span>);
}
