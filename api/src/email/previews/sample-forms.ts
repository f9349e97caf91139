import type { OnHoldRow, SubmissionRow, VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';

export const TIME = new Date('2026-11-21T10:00:00Z');
export const BUYER = {
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow-bicycles.example',
  phone: '(555) 010-4477',
};

const FACTS: SubmissionRow = {
  id: 1,
  submissionKey: null,
  contentHash: '',
  orderNumber: 'ORD-10001',
  orderMatch: 'other-email',
  isOutsideOrder: false,
  quarantineReason: null,
  workStatus: 'new',
  dueAt: null,
  timestamp: TIME,
};

export function sampleWebsiteForm(): WebsiteRow {
  return {
    ...FACTS,
    name: 'Ada Marlow',
    email: BUYER.email,
    project: 'ORD-10001',
    package: '1-page',
    hosting: 'hosted',
    billing: 'monthly',
    description: '',
    colors: '#1f6feb, #ffffff, warm gray',
    fonts: 'Something round',
    text: 'Since 1987 we have fixed what others throw away.\n\nCome by, or call before noon.',
    addons: [],
    notes: 'No stock photos.',
    deadline: '',
    referenceUrls:
      'https://one.example\nhttps://two.example/a-very-long-address-that-does-not-end-where-a-phone-does/and-goes-on',
    contactInfo: 'Call the shop, never the workshop',
    services: 'Repairs, sales, test rides',
    address: '12 Canal Street, Ann Arbor',
    socialMedia: '@marlow',
    testimonials: 'They fixed it in a day. (محمد, a customer)',
    mailchimpStatus: null,
  };
}

export function sampleVoiceForm(): VoiceRow {
  return {
    ...FACTS,
    ...BUYER,
    orderMatch: 'unconfirmed',
    formType: 'voice-agent',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    imageUrl: '',
    notes: 'Learn from https://marlow-bicycles.example/prices',
    dental: null,
    mailchimpStatus: null,
  };
}

export function sampleOnHoldForm(): OnHoldRow {
  return {
    ...FACTS,
    businessName: 'Marlow Bicycles',
    businessNiche: 'Bicycle repairs',
    customMessage: 'Thank you for calling. Ask about our winter service.',
    email: BUYER.email,
    phone: BUYER.phone,
  };
}
