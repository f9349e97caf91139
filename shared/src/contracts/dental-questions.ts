import type { DentalForm } from './dental-form.ts';

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

/** The eight services of the dental agent, each with the details that are asked when it is ticked. */
export const DENTAL_CATEGORIES = [
  {
    id: 'category1_appointmentScheduling',
    title: 'Appointment scheduling',
    details: ['schedulingHours', 'schedulingIntegration'],
  },
  { id: 'category2_faqs', title: 'FAQs', details: ['serviceInformation', 'acceptedInsurance'] },
  { id: 'category3_followUps', title: 'Follow-ups', details: ['followUpProcedures', 'followUpTiming'] },
  { id: 'category4_preScreening', title: 'Pre-screening', details: ['preScreeningQuestions'] },
  { id: 'category5_marketing', title: 'Marketing', details: ['recallFrequency', 'promotionalOffers'] },
  {
    id: 'category6_emergencyTriage',
    title: 'Emergency triage',
    details: ['emergencyProtocol', 'afterHoursHandling'],
  },
  { id: 'category7_surveys', title: 'Surveys', details: ['surveyQuestions'] },
  { id: 'category8_internalSupport', title: 'Internal support', details: ['internalProtocols'] },
] as const;

/** What people call each answer, in the order of the form. */
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
