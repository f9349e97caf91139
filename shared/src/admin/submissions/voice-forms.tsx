import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import type { VoiceSubmission } from '../../contracts/submissions.ts';
import { useAdminHost } from '../base/admin-context.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { voiceAnswers } from '../../contracts/labeled-answers.ts';
import { emailFile } from './email-file.ts';
import { FORM_SELECTS, KIND_SELECT, SUBMISSION_SORTS } from './submission-filters.ts';
import { submissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/voice-agent-submissions';
function SaveEmail({ submission }: { submission: VoiceSubmission }) {
  const { businessEmail, save } = useAdminHost();
  return (
    <button
      type="button"
      className="list-action"
      aria-label={`Save email for ${submission.orderNumber}`}
      onClick={() => {
        const { name, text } = emailFile(submission, businessEmail);
        save(name, text);
      }}
    >
      Save email
    </button>
  );
}

const Table = submissionsTable<VoiceSubmission>({
  form: 'voice',
  whoOf: (submission) => ({
    name: submission.formType === DENTAL_FORM_TYPE ? submission.practiceName : submission.businessName,
    rest: [`${submission.firstName} ${submission.lastName}`, submission.email],
  }),
  extra: {
    Form: {
      kind: 'extra',
      cell: ({ formType }) => (formType === DENTAL_FORM_TYPE ? 'Dental' : 'AI Voice Agent'),
    },
    Phone: { kind: 'extra', cell: ({ phone }) => <bdi>{phone}</bdi> },
  },
  answersOf: voiceAnswers,
  actions: (submission) => <SaveEmail submission={submission} />,
});

export const voiceFormsList: List<ResponseOf<typeof CALL>, VoiceSubmission> = {
  title: 'AI Voice Agent Form Submissions',
  noun: { one: 'form', many: 'forms' },
  empty: 'No AI Voice Agent submissions found',
  call: CALL,
  csvRight: 'manage',
  readSearch: readSubmissionSearch,
  searchLabel: 'Search voice agent forms',
  selects: [KIND_SELECT, ...FORM_SELECTS],
  sorts: SUBMISSION_SORTS,
  rowsOf: ({ submissions }) => submissions,
  Table,
};
