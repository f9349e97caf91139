import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import { onHoldAnswers, voiceAnswers, websiteAnswers } from '../../contracts/labeled-answers.ts';
import {
  hostingWords,
  type OnHoldSubmission,
  type VoiceSubmission,
  type WebsiteSubmission,
} from '../../contracts/submissions.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { emailFile } from './email-file.ts';
import { formsList } from './submissions-table.tsx';

export const WebsiteForms = formsList<WebsiteSubmission>({
  title: 'Website Form Submissions',
  noun: { one: 'form', many: 'forms' },
  empty: 'No form submissions found',
  call: 'GET /api/json/form-submissions',
  searchLabel: 'Search website forms',
  form: 'website',
  whoOf: ({ name, email }) => ({ name, rest: [email] }),
  extra: {
    Package: { kind: 'extra', cell: (submission) => submission.package },
    Hosting: { kind: 'extra', cell: ({ hosting }) => hostingWords(hosting) },
  },
  answersOf: websiteAnswers,
});

export const OnHoldForms = formsList<OnHoldSubmission>({
  title: 'On-Hold Audio requests',
  noun: { one: 'on-hold request', many: 'on-hold requests' },
  empty: 'No on-hold requests found',
  call: 'GET /api/json/on-hold-submissions',
  searchLabel: 'Search on-hold requests',
  form: 'onhold',
  whoOf: ({ businessName, email }) => ({ name: businessName, rest: [email] }),
  extra: {
    'Business niche': {
      kind: 'extra',
      attributes: ({ businessNiche }) => ({ 'data-tip': businessNiche }),
      cell: ({ businessNiche }) => <bdi>{businessNiche}</bdi>,
    },
  },
  answersOf: onHoldAnswers,
});

export const VoiceForms = formsList<VoiceSubmission>({
  title: 'AI Voice Agent Form Submissions',
  noun: { one: 'form', many: 'forms' },
  empty: 'No AI Voice Agent submissions found',
  call: 'GET /api/json/voice-agent-submissions',
  searchLabel: 'Search voice agent forms',
  kinds: [
    {
      name: 'kind',
      label: 'Form',
      options: [
        ['', 'Both forms'],
        ['voice-agent', 'AI Voice Agent'],
        ['dental-voice-agent', 'Dental'],
      ],
    },
  ],
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
