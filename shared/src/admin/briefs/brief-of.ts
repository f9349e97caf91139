import type { CaseSubmission } from '../../contracts/cases.ts';
import { type Brief, fileNameOf, partsOf } from './brief.ts';
import { spokenLengthHint } from '../../catalog/spoken-length.ts';
import type { OnHoldSubmission, WebsiteSubmission, VoiceSubmission } from '../../contracts/submissions.ts';
import { WEBSITE_FORM_LABELS as LABELS } from '../../contracts/forms/website-form.ts';
import {
  DENTAL_CATEGORIES,
  DENTAL_FORM_LABELS as DENTAL,
  DENTAL_FORM_TYPE,
  PRACTICE_SIZES,
  PRACTICE_TYPES,
} from '../../contracts/forms/dental-form.ts';

export function briefOf(sent: CaseSubmission): Brief {
  if (sent.form === 'website') return websiteBrief(sent.submission);
  if (sent.form === 'onhold') return onHoldBrief(sent.submission);
  return voiceBrief(sent.submission);
}

/** The audio script and its spoken length. */
export function onHoldBrief(submission: OnHoldSubmission): Brief {
  const { orderNumber, businessName, businessNiche, customMessage, email, phone } = submission;
  return {
    fileName: fileNameOf(orderNumber, businessName, 'on-hold-script'),
    title: `On-hold script ${orderNumber}: ${businessName}`,
    parts: partsOf([
      { heading: 'For', text: `${businessName}\n${businessNiche}` },
      { heading: 'Length', text: spokenLengthHint(customMessage) },
      { heading: 'Script', text: customMessage },
      { heading: 'Deliver to', text: [email, phone].filter(Boolean).join('\n') },
    ]),
    missing: [],
  };
}

type Name = keyof typeof LABELS;

/** These come first, in the order in which a page is built. */
const FIRST: readonly Name[] = [
  'referenceUrls',
  'colors',
  'fonts',
  'text',
  'services',
  'testimonials',
  'address',
  'contactInfo',
  'socialMedia',
  'description',
];
const HEAD = new Set<Name>(['name', 'project', 'email', 'package', 'hosting', 'billing', 'addons']);
/** All that a page is built from. A question that was just added is among them. */
const BUILD_ORDER = [...new Set([...FIRST, ...(Object.keys(LABELS) as Name[])])].filter(
  (name) => !HEAD.has(name),
);
/** The form does not ask for these. */
const NOT_ASKED = new Set<Name>(['description', 'deadline']);

/** The build sheet for a website. */
export function websiteBrief(submission: WebsiteSubmission): Brief {
  const { orderNumber, name, email } = submission;
  return {
    fileName: fileNameOf(orderNumber, name, 'website'),
    title: `Website build sheet ${orderNumber}: ${name}`,
    parts: partsOf([
      { heading: 'Customer', text: `${name}\n${email}` },
      ...BUILD_ORDER.map((field) => ({ heading: LABELS[field], text: String(submission[field] ?? '') })),
      { heading: 'Hosting', text: 'One page, hosted by us' },
    ]),
    missing: BUILD_ORDER.filter(
      (field) => !NOT_ASKED.has(field) && String(submission[field] ?? '').trim() === '',
    ).map((field) => LABELS[field]),
  };
}

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
