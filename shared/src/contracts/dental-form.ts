import * as z from 'zod/mini';
import { formMeta, LONGEST_ANSWER } from './forms.ts';
import { GivenOrderNumber } from './orders.ts';
import { emailAddress, line, text } from './texts.ts';
import { DENTAL_FORM_TYPE, PRACTICE_SIZES, PRACTICE_TYPES } from './dental-questions.ts';

export * from './dental-questions.ts';

const answer = z._default(text(LONGEST_ANSWER), '');
const tick = z._default(z.boolean('Must be true or false'), false);
const keyOf = <Options extends Record<string, string>>(options: Options, required: string) =>
  z.enum(Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]], required);

/** The dental voice agent request. */
export const DentalForm = z.object({
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email: emailAddress('Please enter a valid email address'),
  phone: line(40, 'Phone number is required'),
  practiceName: line(200, 'Practice name is required'),
  practiceType: keyOf(PRACTICE_TYPES, 'Practice type is required'),
  practiceSize: keyOf(PRACTICE_SIZES, 'Practice size is required'),
  currentPhoneSystem: z._default(line(500), ''),
  category1_appointmentScheduling: tick,
  category2_faqs: tick,
  category3_followUps: tick,
  category4_preScreening: tick,
  category5_marketing: tick,
  category6_emergencyTriage: tick,
  category7_surveys: tick,
  category8_internalSupport: tick,
  schedulingHours: answer,
  schedulingIntegration: answer,
  serviceInformation: answer,
  acceptedInsurance: answer,
  followUpProcedures: answer,
  followUpTiming: answer,
  preScreeningQuestions: answer,
  recallFrequency: answer,
  promotionalOffers: answer,
  emergencyProtocol: answer,
  afterHoursHandling: answer,
  surveyQuestions: answer,
  internalProtocols: answer,
  existingSoftware: answer,
  patientManagementSystem: answer,
  multilingualSupport: tick,
  languages: answer,
  hipaaCompliance: z._default(z.boolean('Must be true or false'), true),
  specialRequirements: answer,
  notes: answer,
  formType: z._default(z.literal(DENTAL_FORM_TYPE, 'Unknown form'), DENTAL_FORM_TYPE),
  orderNumber: GivenOrderNumber,
  ...formMeta,
});
export type DentalForm = z.infer<typeof DentalForm>;
export type DentalFormInput = z.input<typeof DentalForm>;
