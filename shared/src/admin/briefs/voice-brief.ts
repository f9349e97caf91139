import {
  DENTAL_CATEGORIES,
  DENTAL_FORM_LABELS as DENTAL,
  DENTAL_FORM_TYPE,
  PRACTICE_SIZES,
  PRACTICE_TYPES,
} from '../../contracts/forms/dental-form.ts';
import type { VoiceSubmission } from '../../contracts/submissions.ts';
import { fileNameOf, partsOf, type Brief } from './brief.ts';

type Plain = Extract<VoiceSubmission, { formType: 'voice-agent' }>;
type Dental = Extract<VoiceSubmission, { formType: typeof DENTAL_FORM_TYPE }>;

/** The prompt for a voice agent. A dental prompt includes only the selected categories. */
export function voiceBrief(submission: VoiceSubmission): Brief {
  return submission.formType === DENTAL_FORM_TYPE ? dentalBrief(submission) : plainBrief(submission);
}

function plainBrief(submission: Plain): Brief {
  const { orderNumber, businessName, businessDescription, notes, phone, imageUrl } = submission;
  return {
    fileName: fileNameOf(orderNumber, businessName, 'voice-agent'),
    title: `Voice agent prompt ${orderNumber}: ${businessName}`,
    parts: partsOf([
      { heading: 'Role', text: `You answer the phone for ${businessName}.\n${MANNERS}` },
      { heading: 'The business', text: businessDescription },
      { heading: 'Customer’s notes, with links to learn from', text: notes },
      { heading: 'Image', text: imageUrl },
      { heading: 'Transfer to', text: `${personOf(submission)}, ${phone}` },
    ]),
    missing: businessDescription.trim() ? [] : ['Business description'],
  };
}

function dentalBrief(submission: Dental): Brief {
  const { orderNumber, practiceName, practiceType, practiceSize, phone } = submission;
  const chosen = DENTAL_CATEGORIES.filter(({ id }) => submission[id]);
  const unsaid = chosen.flatMap(({ details }) =>
    details.filter((name) => !submission[name].trim()).map((name) => DENTAL[name]),
  );
  return {
    fileName: fileNameOf(orderNumber, practiceName, 'dental-voice-agent'),
    title: `Dental voice agent prompt ${orderNumber}: ${practiceName}`,
    parts: partsOf([
      {
        heading: 'Role',
        text: [
          `You answer the phone for ${practiceName}: ${PRACTICE_TYPES[practiceType]}, ${PRACTICE_SIZES[practiceSize]}.`,
          MANNERS,
          'Never diagnose. In an emergency, follow the protocol below or transfer the call immediately.',
        ].join('\n'),
      },
      {
        heading: 'Privacy',
        text: submission.hipaaCompliance
          ? 'HIPAA applies. Ask only for what the task requires, share health details only with the patient, and store nothing outside the practice’s own systems.'
          : 'The customer says that HIPAA does not apply.',
      },
      {
        heading: 'Languages',
        text: submission.multilingualSupport
          ? `Multiple: ${submission.languages || 'ask which ones'}`
          : 'English',
      },
      ...chosen
        .map(({ id, details }) => ({
          heading: `Task: ${DENTAL[id]}`,
          text: details
            .filter((name) => submission[name].trim())
            .map((name) => `${DENTAL[name]}: ${submission[name]}`)
            .join('\n'),
        }))
        .map((part) => (part.text ? part : { ...part, text: 'Ask the practice how they handle this.' })),
      {
        heading: 'Systems',
        text: (['currentPhoneSystem', 'existingSoftware', 'patientManagementSystem'] as const)
          .filter((name) => submission[name].trim())
          .map((name) => `${DENTAL[name]}: ${submission[name]}`)
          .join('\n'),
      },
      { heading: DENTAL.specialRequirements, text: submission.specialRequirements },
      { heading: DENTAL.notes, text: submission.notes },
      { heading: 'Transfer to', text: `${personOf(submission)}, ${phone}` },
    ]),
    missing: [
      ...unsaid,
      ...(chosen.length === 0 ? ['AI Voice Agent Services'] : []),
      ...(submission.multilingualSupport && !submission.languages.trim() ? [DENTAL.languages] : []),
    ],
  };
}

const MANNERS =
  'Be brief and friendly. Share only what is written below. For anything else, take the caller’s name, number, and reason for calling, and promise a callback.';

const personOf = ({ firstName, lastName }: VoiceSubmission): string => `${firstName} ${lastName}`;
