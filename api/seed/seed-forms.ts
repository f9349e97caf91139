import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { OnHoldRow, SubmissionRow, VoiceRow, WebsiteRow } from '../src/db/schema/forms.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import type { Sampler } from './sampler.ts';
import * as words from './seed-texts.ts';

type Samples = { website: WebsiteRow; voice: VoiceRow; onhold: OnHoldRow };

/** One form of an order's customer, or a request of somebody who has not ordered. */
export function sampleForm<Form extends ServiceId>(
  form: Form,
  sampler: Sampler,
  order: Order,
  { id, orderNumber }: Pick<SubmissionRow, 'id' | 'orderNumber'>,
): Samples[Form] {
  const isRequest = orderNumber !== order.orderNumber;
  const quarantineReason = isRequest && sampler.chance(0.05) ? 'honeypot' : null;
  const facts: SubmissionRow = {
    id,
    orderNumber,
    submissionKey: null,
    contentHash: `seed-${orderNumber}`,
    orderMatch: isRequest ? 'request' : 'order-link',
    isOutsideOrder: false,
    quarantineReason,
    workStatus: order.workStatus,
    dueAt: quarantineReason ? null : order.dueAt,
    timestamp: order.createdAt,
  };
  return SAMPLES[form](facts, order, sampler);
}

const SAMPLES: {
  [Form in ServiceId]: (facts: SubmissionRow, order: Order, sampler: Sampler) => Samples[Form];
} = {
  website: (facts, { email, firstName, lastName, phone, address, isYearly }, { pick, sentence }) => ({
    ...facts,
    email,
    name: `${firstName} ${lastName}`,
    project: facts.orderNumber,
    package: '1-page',
    hosting: 'hosted',
    billing: isYearly ? 'yearly' : 'monthly',
    description: '',
    colors: '#1f6feb, #ffffff, #222222',
    fonts: pick(['Something round', 'Plain', 'With serifs']),
    text: sentence(20),
    addons: [],
    notes: sentence(8),
    deadline: '',
    referenceUrls: `https://${pick(words.TOWNS)}.example`,
    contactInfo: phone,
    services: sentence(8),
    address: address ?? '',
    socialMedia: `@${lastName.toLowerCase()}`,
    testimonials: sentence(15),
    mailchimpStatus: 'not_configured',
  }),
  voice: (facts, { firstName, lastName, email, businessName, phone }, { sentence }) => ({
    ...facts,
    firstName,
    lastName,
    email,
    businessName,
    phone,
    formType: 'voice-agent',
    businessDescription: sentence(12),
    imageUrl: '',
    notes: sentence(25),
    dental: null,
    mailchimpStatus: 'not_configured',
  }),
  onhold: (facts, { businessName, email, phone }, { sentence }) => ({
    ...facts,
    businessName,
    email,
    phone,
    businessNiche: sentence(3),
    customMessage: sentence(40),
  }),
};
