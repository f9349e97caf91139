import { memo } from 'react';
import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import type { VoiceSubmission } from '../../contracts/submissions.ts';
import { useAdminHost } from '../base/admin-context.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { voiceAnswers } from '../../contracts/labeled-answers.ts';
import { emailFile } from './email-file.ts';
import { FORM_SELECTS, KIND_SELECT, SUBMISSION_SORTS } from './submission-filters.ts';
import { SubmissionRow, columnsWith, SubmissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/voice-agent-submissions';
const HEADS = ['Form', 'Phone'];

const VoiceRow = memo(function VoiceRow({ submission }: { submission: VoiceSubmission }) {
  const { businessEmail, save } = useAdminHost();
  const isDental = submission.formType === DENTAL_FORM_TYPE;
  const saveEmail = () => {
    const { name, text } = emailFile(submission, businessEmail);
    save(name, text);
  };
  return (
    <SubmissionRow
      form="voice"
      submission={submission}
      who={{
        name: isDental ? submission.practiceName : submission.businessName,
        rest: [`${submission.firstName} ${submission.lastName}`, submission.email],
      }}
      columns={columnsWith(HEADS)}
      answersOf={() => voiceAnswers(submission)}
      actions={
        <button
          type="button"
          className="list-action"
          aria-label={`Save email for ${submission.orderNumber}`}
          onClick={saveEmail}
        >
          Save email
        </button>
      }
    >
      <td className="list-extra">{isDental ? 'Dental' : 'AI Voice Agent'}</td>
      <td className="list-extra">
        <bdi>{submission.phone}</bdi>
      </td>
    </SubmissionRow>
  );
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
  Table: ({ rows }) => <SubmissionsTable heads={HEADS} rows={rows} Row={VoiceRow} />,
};
