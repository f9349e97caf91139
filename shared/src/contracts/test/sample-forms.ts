import type { DentalFormInput } from '../forms/dental-form.ts';
import type { OnHoldFormInput } from '../forms/on-hold-form.ts';
import type { VoiceFormInput } from '../forms/voice-form.ts';
import type { WebsiteFormInput } from '../forms/website-form.ts';

// The answers of one customer to each form. Tests of the server, the dashboard, and the site begin with these.

export const WEBSITE_SAMPLE = {
  name: 'Ada Marlow',
  project: '10001',
  email: 'ada@marlow-bicycles.example',
  referenceUrls: 'https://one.example\nhttps://two.example',
  contactInfo: 'Call the shop, never the workshop',
  colors: '#1f6feb, #ffffff, warm gray',
  fonts: 'Something round',
  services: 'Repairs, sales',
  address: '12 Canal Street, Columbus',
  socialMedia: '@marlow',
  testimonials: 'They fixed it in a day.',
  text: 'Since 1987',
  notes: 'No stock photos',
  description: 'A page for a bicycle shop',
  deadline: 'Before spring',
  package: '1-page',
  hosting: 'hosted',
  billing: 'monthly',
  addons: [],
} satisfies WebsiteFormInput;

export const VOICE_SAMPLE = {
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
  businessName: 'Marlow Bicycles',
  businessDescription: 'We repair and sell bicycles.',
  notes: 'Learn from https://marlow-bicycles.example/prices',
  imageUrl: '',
} satisfies VoiceFormInput;

export const DENTAL_SAMPLE = {
  firstName: 'Noor',
  lastName: 'Haddad',
  email: 'noor@riverside-dental.example',
  phone: '(555) 010-9000',
  practiceName: 'Riverside Dental',
  practiceType: 'pediatric',
  practiceSize: 'small',
  currentPhoneSystem: 'Two desk phones',
  category1_appointmentScheduling: true,
  category6_emergencyTriage: true,
  schedulingHours: 'Mon to Fri, 8 to 17',
  emergencyProtocol: 'Knocked-out tooth: call the doctor on duty',
  multilingualSupport: true,
  languages: 'Spanish, Arabic',
  hipaaCompliance: true,
  notes: 'We move in May',
  formType: 'dental-voice-agent',
} satisfies DentalFormInput;

export const ON_HOLD_SAMPLE = {
  businessName: 'Marlow Bicycles',
  businessNiche: 'Bicycle repairs',
  customMessage: 'Thank you for calling. Ask about our winter service.',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
} satisfies OnHoldFormInput;
