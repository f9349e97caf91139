import type {
  SubmissionFacts,
  OnHoldSubmission,
  VoiceSubmission,
  WebsiteSubmission,
} from '../../contracts/submissions.ts';

type Plain = Extract<VoiceSubmission, { formType: 'voice-agent' }>;
type Dental = Extract<VoiceSubmission, { formType: 'dental-voice-agent' }>;

const FACTS: SubmissionFacts = {
  id: 1,
  timestamp: '2026-11-21T10:00:00.000Z',
  orderNumber: 'ORD-10001',
  orderMatch: 'same-email',
  isUnverified: false,
  isOutsideOrder: false,
  quarantineReason: null,
  workStatus: 'new',
  dueAt: null,
};

/** Forms as the lists return them. Pass only the fields that matter for the test. */
export function aWebsiteSubmission(changes: Partial<WebsiteSubmission> = {}): WebsiteSubmission {
  return {
    ...FACTS,
    name: 'Ada Marlow',
    project: 'ORD-10001',
    email: 'ada@marlow-bicycles.example',
    referenceUrls: 'https://one.example',
    contactInfo: 'Call the shop',
    colors: '#1f6feb, #ffffff, warm gray',
    fonts: 'Something round',
    services: 'Repairs',
    address: '12 Canal Street',
    socialMedia: '@marlow',
    testimonials: 'They fixed it in a day.',
    text: 'Since 1987',
    notes: 'No stock photos',
    description: '',
    deadline: '',
    package: '1-page',
    hosting: 'hosted',
    billing: 'monthly',
    addons: [],
    ...changes,
  };
}

export function aVoiceSubmission(changes: Partial<Plain> = {}): Plain {
  return {
    ...FACTS,
    formType: 'voice-agent',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    notes: 'Learn from https://marlow-bicycles.example/prices',
    imageUrl: '',
    ...changes,
  };
}

export function aDentalSubmission(changes: Partial<Dental> = {}): Dental {
  return {
    ...FACTS,
    formType: 'dental-voice-agent',
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor@riverside-dental.example',
    phone: '(555) 010-9000',
    businessName: 'Riverside Dental',
    practiceName: 'Riverside Dental',
    practiceType: 'pediatric',
    practiceSize: 'small',
    currentPhoneSystem: 'Two desk phones',
    category1_appointmentScheduling: true,
    category2_faqs: false,
    category3_followUps: false,
    category4_preScreening: false,
    category5_marketing: false,
    category6_emergencyTriage: true,
    category7_surveys: false,
    category8_internalSupport: false,
    schedulingHours: 'Mon to Fri, 8 to 17',
    schedulingIntegration: '',
    serviceInformation: '',
    acceptedInsurance: '',
    followUpProcedures: '',
    followUpTiming: '',
    preScreeningQuestions: '',
    recallFrequency: '',
    promotionalOffers: '',
    emergencyProtocol: 'Call the doctor on duty',
    afterHoursHandling: '',
    surveyQuestions: '',
    internalProtocols: '',
    existingSoftware: '',
    patientManagementSystem: '',
    multilingualSupport: true,
    languages: 'Spanish, Arabic',
    hipaaCompliance: true,
    specialRequirements: '',
    notes: 'We move in May',
    ...changes,
  };
}

export function anOnHoldSubmission(changes: Partial<OnHoldSubmission> = {}): OnHoldSubmission {
  return {
    ...FACTS,
    businessName: 'Marlow Bicycles',
    businessNiche: 'Bicycle repairs',
    customMessage: 'Thank you for calling.',
    email: 'ada@marlow-bicycles.example',
    phone: '',
    ...changes,
  };
}
