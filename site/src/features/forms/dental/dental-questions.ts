import {
  DENTAL_CATEGORIES,
  DENTAL_FORM_LABELS,
  PRACTICE_SIZES,
  PRACTICE_TYPES,
} from '@northlight/shared/contracts/forms/dental-form.ts';
import { ask, common } from '../fields/questions.ts';

export const dentalQuestions = ask(DENTAL_FORM_LABELS, {
  firstName: common.firstName,
  lastName: common.lastName,
  email: common.email,
  phone: { ...common.phone, isRequired: true },
  practiceName: common.businessName,
  practiceType: { isRequired: true, width: 'medium' },
  practiceSize: { isRequired: true, width: 'medium' },
  currentPhoneSystem: { ...common.line, help: 'The provider or the make of it, if you know.' },
  category1_appointmentScheduling: { help: 'Books, moves and cancels visits.' },
  schedulingHours: { help: 'When visits may be booked.' },
  schedulingIntegration: { help: 'The calendar or system it should book into.' },
  category2_faqs: { help: 'Answers what callers ask most.' },
  serviceInformation: { help: 'Treatments, prices and opening hours it may talk about.' },
  acceptedInsurance: { help: 'Plans you accept.' },
  category3_followUps: { help: 'Calls after a treatment.' },
  followUpProcedures: { help: 'After which treatments it should call.' },
  followUpTiming: { help: 'How long afterwards.' },
  category4_preScreening: { help: 'Asks new patients before their first visit.' },
  preScreeningQuestions: { help: 'What it should ask, one on each line.' },
  category5_marketing: { help: 'Recalls patients and tells them of offers.' },
  recallFrequency: { help: 'How often patients are called back, for instance every six months.' },
  promotionalOffers: { help: 'What it may offer, and until when.' },
  category6_emergencyTriage: { help: 'Tells what cannot wait, at any hour.' },
  emergencyProtocol: { help: 'What counts as an emergency, and whom it should reach.' },
  afterHoursHandling: { help: 'What happens at night and at weekends.' },
  category7_surveys: { help: 'Asks how the visit was.' },
  surveyQuestions: { help: 'What it should ask, one on each line.' },
  category8_internalSupport: { help: 'Answers your own team.' },
  internalProtocols: { help: 'What your team may ask it.' },
  existingSoftware: { help: 'Booking, calendar, messaging: what you work with today.' },
  patientManagementSystem: { ...common.line, help: 'For instance Dentrix, Eaglesoft or Open Dental.' },
  multilingualSupport: {},
  languages: { ...common.line, help: 'Which ones, for instance Spanish and Arabic.' },
  hipaaCompliance: { help: 'Untick it only if no patient data will ever be spoken of.' },
  specialRequirements: { help: 'Rules the agent must keep, words it must not say.' },
  notes: { help: 'Anything else we should know.' },
});
export type DentalName = keyof typeof dentalQuestions;

export const dentalChoices = {
  types: PRACTICE_TYPES,
  sizes: PRACTICE_SIZES,
  categories: DENTAL_CATEGORIES,
};
export type DentalChoices = typeof dentalChoices;
