import type { SubmissionFacts } from '../../contracts/submissions.ts';
import { flagWords } from '../../contracts/submission-words.ts';

export function Flags({ submission }: { submission: SubmissionFacts }) {
  return flagWords(submission).map((words) => <span key={words}>{words}</span>);
}
