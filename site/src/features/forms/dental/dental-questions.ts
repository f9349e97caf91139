import {
  DENTAL_CATEGORIES,
  DENTAL_FORM_LABELS,
  PRACTICE_SIZES,
  PRACTICE_TYPES,
} from '@northlight/shared/contracts/forms/dental-form.ts';
import { area, ask, common, person, type Question } from '../fields/questions.ts';

type Category = (typeof DENTAL_CATEGORIES)[number];

const HELP: Record<Category['id'] | Category['details'][number], string> = {
  category1_appointmentScheduling: 'Books, reschedules, and cancels appointments.',
  schedulingHours: 'When appointments can be booked.',
  schedulingIntegration: 'The calendar or system it should use for booking.',
  category2_faqs: 'Answers the questions callers ask most.',
  serviceInformation: 'Treatments, prices, and hours it can share.',
  acceptedInsurance: 'The plans you accept.',
  category3_followUps: 'Calls patients after a treatment.',
  followUpProcedures: 'Which treatments it should follow up on.',
  followUpTiming: 'How long after the treatment.',
  category4_preScreening: 'Asks new patients your questions before their first visit.',
  preScreeningQuestions: 'What it should ask, one question per line.',
  category5_marketing: 'Invites patients back and shares your offers.',
  recallFrequency: 'How often to call patients back. For example, every six months.',
  promotionalOffers: 'What it can offer, and when each offer ends.',
  category6_emergencyTriage: 'Recognizes what can’t wait, at any hour.',
  emergencyProtocol: 'What counts as an emergency and who it should contact.',
  afterHoursHandling: 'What should happen at night and on weekends.',
  category7_surveys: 'Asks patients how their visit went.',
  surveyQuestions: 'What it should ask, one question per line.',
  category8_internalSupport: 'Answers your own team’s questions.',
  internalProtocols: 'What your team can ask it.',
};

const categories: Partial<Record<keyof typeof HELP, Omit<Question, 'label'>>> = {};
for (const { id, details } of DENTAL_CATEGORIES) {
  categories[id] = { kind: 'box', help: HELP[id] };
  for (const name of details) categories[name] = { ...area(HELP[name]), under: id };
}

export const dentalQuestions = ask(
  DENTAL_FORM_LABELS,
  [
    [
      'Practice Information',
      {
        ...person,
        practiceName: common.businessName,
        practiceType: { kind: 'choice', options: PRACTICE_TYPES, isRequired: true, width: 'medium' },
        practiceSize: { kind: 'choice', options: PRACTICE_SIZES, isRequired: true, width: 'medium' },
        currentPhoneSystem: { help: 'The provider or model, if you know it.' },
      },
    ],
    [
      'AI Voice Agent Services',
      categories,
      'Check what the agent should do. We’ll ask for a few details about each one.',
    ],
    [
      'Integration Requirements',
      {
        existingSoftware: area('The booking, calendar, and messaging tools you use today.'),
        patientManagementSystem: {
          help: 'For example, Dentrix, Eaglesoft, or Open Dental.',
        },
      },
    ],
    [
      'Special Requirements',
      {
        multilingualSupport: { kind: 'box' },
        languages: {
          under: 'multilingualSupport',
          help: 'For example, Spanish and Arabic.',
        },
        hipaaCompliance: {
          kind: 'box',
          help: 'Uncheck this only if calls will never involve patient information.',
        },
      },
    ],
    [
      'Additional Information',
      {
        specialRequirements: area('Rules the agent must follow and words it must never say.'),
        notes: area('Anything else we should know.'),
      },
    ],
  ],
  {
    label: 'Documents',
    help: 'Price lists, scripts, or questions that patients ask. Choose files or drop them here. Up to 25 MB each.',
  },
);
