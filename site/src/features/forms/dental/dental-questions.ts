import {
  DENTAL_CATEGORIES,
  DENTAL_FORM_LABELS,
  PRACTICE_SIZES,
  PRACTICE_TYPES,
} from '@northlight/shared/contracts/forms/dental-form.ts';
import { ask, common } from '../fields/questions.ts';

export const dentalQuestions = ask(
  { ...DENTAL_FORM_LABELS, files: 'Documents' },
  {
    firstName: common.firstName,
    lastName: common.lastName,
    email: common.email,
    phone: { ...common.phone, isRequired: true },
    practiceName: common.businessName,
    practiceType: { isRequired: true, width: 'medium' },
    practiceSize: { isRequired: true, width: 'medium' },
    currentPhoneSystem: { ...common.line, help: 'The provider or model, if you know it.' },
    category1_appointmentScheduling: { help: 'Books, reschedules, and cancels appointments.' },
    schedulingHours: { help: 'When appointments can be booked.' },
    schedulingIntegration: { help: 'The calendar or system it should use for booking.' },
    category2_faqs: { help: 'Answers the questions callers ask most.' },
    serviceInformation: { help: 'Treatments, prices, and hours it can share.' },
    acceptedInsurance: { help: 'The plans you accept.' },
    category3_followUps: { help: 'Calls patients after a treatment.' },
    followUpProcedures: { help: 'Which treatments it should follow up on.' },
    followUpTiming: { help: 'How long after the treatment.' },
    category4_preScreening: { help: 'Asks new patients your questions before their first visit.' },
    preScreeningQuestions: { help: 'What it should ask, one question per line.' },
    category5_marketing: { help: 'Invites patients back and shares your offers.' },
    recallFrequency: { help: 'How often to call patients back. For example, every six months.' },
    promotionalOffers: { help: 'What it can offer, and when each offer ends.' },
    category6_emergencyTriage: { help: 'Recognizes what can’t wait, at any hour.' },
    emergencyProtocol: { help: 'What counts as an emergency and who it should contact.' },
    afterHoursHandling: { help: 'What should happen at night and on weekends.' },
    category7_surveys: { help: 'Asks patients how their visit went.' },
    surveyQuestions: { help: 'What it should ask, one question per line.' },
    category8_internalSupport: { help: 'Answers your own team’s questions.' },
    internalProtocols: { help: 'What your team can ask it.' },
    existingSoftware: { help: 'The booking, calendar, and messaging tools you use today.' },
    patientManagementSystem: { ...common.line, help: 'For example, Dentrix, Eaglesoft, or Open Dental.' },
    multilingualSupport: {},
    languages: { ...common.line, help: 'For example, Spanish and Arabic.' },
    hipaaCompliance: { help: 'Uncheck this only if calls will never involve patient information.' },
    specialRequirements: { help: 'Rules the agent must follow and words it must never say.' },
    notes: { help: 'Anything else we should know.' },
    files: {
      help: 'Price lists, scripts, or questions that patients ask. Choose files or drop them here. Up to 25 MB each.',
    },
  },
);
export type DentalName = keyof typeof dentalQuestions;

export const dentalChoices = {
  types: PRACTICE_TYPES,
  sizes: PRACTICE_SIZES,
  categories: DENTAL_CATEGORIES,
};
export type DentalChoices = typeof dentalChoices;
