import { randomUUID } from 'node:crypto';
import type { DentalFormInput } from '@northlight/shared/contracts/dental-form.ts';
import type { OnHoldFormInput } from '@northlight/shared/contracts/on-hold-form.ts';
import type { VoiceFormInput } from '@northlight/shared/contracts/voice-form.ts';
import type { WebsiteFormInput } from '@northlight/shared/contracts/website-form.ts';

/** Forms as the site sends them, every field filled in; name only what the test is about. */
const meta = () => ({ submissionKey: randomUUID(), leaveEmpty: '', filledInMs: 90_000 });

export function aWebsiteForm(changes: Partial<WebsiteFormInput> = {}): WebsiteFormInput {
  return {
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
    ...meta(),
    ...changes,
  };
}

export function aVoiceForm(changes: Partial<VoiceFormInput> = {}): VoiceFormInput {
  return {
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    notes: 'Learn from https://marlow-bicycles.example/prices',
    imageUrl: '',
    ...meta(),
    ...changes,
  };
}

export function aDentalForm(changes: Partial<DentalFormInput> = {}): DentalFormInput {
  return {
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
    ...meta(),
    ...changes,
  };
}

export function anOnHoldForm(changes: Partial<OnHoldFormInput> = {}): OnHoldFormInput {
  return {
    businessName: 'Marlow Bicycles',
    businessNiche: 'Bicycle repairs',
    customMessage: 'Thank you for calling. Ask about our winter service.',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    ...meta(),
    ...changes,
  };
}
