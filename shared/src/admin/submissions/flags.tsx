import type { SubmissionFacts } from '../../contracts/admin/submissions.ts';
import { flagWords } from '../../contracts/admin/submission-labels.ts';

export function Flags({ submission }: { submission: SubmissionFacts }) {
  return flagWords(submission).map((words) => <span key={words}>{words}</span>);
}
