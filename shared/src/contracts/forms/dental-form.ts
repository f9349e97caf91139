import * as z from 'zod/mini';
import { emailAddress, line, text } from '../texts.ts';
import { formMeta, GivenOrderNumber, MAX_ANSWER_LENGTH } from './form-fields.ts';

export const DENTAL_FORM_TYPE = 'dental-voice-agent';

export const PRACTICE_TYPES = {
  general: 'General dentistry',
  orthodontics: 'Orthodontics',
  'oral-surgery': 'Oral surgery',
  pediatric: 'Pediatric dentistry',
  endodontics: 'Endodontics',
  periodontics: 'Periodontics',
  prosthodontics: 'Prosthodontics',
  cosmetic: 'Cosmetic dentistry',
  'multi-specialty': 'Multi-specialty',
} as const;

export const PRACTICE_SIZES = {
  solo: 'Solo (1 doctor)',
  small: 'Small (2-3 doctors)',
  medium: 'Medium (4-6 doctors)',
  large: 'Large (7+ doctors)',
  group: 'Group practice/DSO',
} as const;

/** The eight services of the dental agent. Each has details that are asked when it is checked. */
export const DENTAL_CATEGORIES = [
  { id: 'category1_appointmentScheduling', details: ['schedulingHours', 'schedulingIntegration'] },
  { id: 'category2_faqs', details: ['serviceInformation', 'acceptedInsurance'] },
  { id: 'category3_followUps', details: ['followUpProcedures', 'followUpTiming'] },
  { id: 'category4_preScreening', details: ['preScreeningQuestions'] },
  { id: 'category5_marketing', details: ['recallFrequency', 'promotionalOffers'] },
  { id: 'category6_emergencyTriage', details: ['emergencyProtocol', 'afterHoursHandling'] },
  { id: 'category7_surveys', details: ['surveyQuestions'] },
  { id: 'category8_internalSupport', details: ['internalProtocols'] },
] as const;

const answer = z._default(text(MAX_ANSWER_LENGTH), '');
const tick = z._default(z.boolean('Must be true or false'), false);
const keyOf = <Options extends Record<string, string>>(options: Options, required: string) =>
  z.enum(Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]], required);

const each = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

/** The dental voice agent form. */
export const DentalForm = z.object({
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email: emailAddress('Please enter a valid email address'),
  phone: line(40, 'Phone number is required'),
  practiceName: line(200, 'Practice name is required'),
  practiceType: keyOf(PRACTICE_TYPES, 'Practice type is required'),
  practiceSize: keyOf(PRACTICE_SIZES, 'Practice size is required'),
  currentPhoneSystem: z._default(line(500), ''),
  ...each(
    DENTAL_CATEGORIES.map(({ id }) => id),
    tick,
  ),
  ...each(
    DENTAL_CATEGORIES.flatMap(({ details }) => details),
    answer,
  ),
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

/** The label of each answer, in form order. */
export const DENTAL_FORM_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  practiceName: 'Practice name',
  practiceType: 'Practice type',
  practiceSize: 'Practice size',
  currentPhoneSystem: 'Current phone system',
  category1_appointmentScheduling: 'Appointment scheduling',
  schedulingHours: 'Scheduling hours',
  schedulingIntegration: 'Scheduling integration',
  category2_faqs: 'FAQs',
  serviceInformation: 'Service information',
  acceptedInsurance: 'Accepted insurance',
  category3_followUps: 'Follow-ups',
  followUpProcedures: 'Follow-up procedures',
  followUpTiming: 'Follow-up timing',
  category4_preScreening: 'Pre-screening',
  preScreeningQuestions: 'Pre-screening questions',
  category5_marketing: 'Marketing',
  recallFrequency: 'Recall frequency',
  promotionalOffers: 'Promotional offers',
  category6_emergencyTriage: 'Emergency triage',
  emergencyProtocol: 'Emergency protocol',
  afterHoursHandling: 'After-hours handling',
  category7_surveys: 'Surveys',
  surveyQuestions: 'Survey questions',
  category8_internalSupport: 'Internal support',
  internalProtocols: 'Internal protocols',
  existingSoftware: 'Existing software',
  patientManagementSystem: 'Patient management system',
  multilingualSupport: 'Multilingual support',
  languages: 'Languages',
  hipaaCompliance: 'HIPAA compliance',
  specialRequirements: 'Special requirements',
  notes: 'Notes',
  orderNumber: 'Order number',
} as const satisfies Partial<Record<keyof DentalForm, string>>;
