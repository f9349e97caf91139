import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { VoiceForm } from '@northlight/shared/contracts/forms/voice-form.ts';
import { WebsiteOrderForm } from '@northlight/shared/contracts/forms/website-form.ts';
import type { OnHoldRow, SubmissionRow, VoiceRow, WebsiteRow } from '../src/db/schema/forms.ts';
import { voiceAnswers, websiteAnswers } from '../src/work/forms/answers.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { fill, type Sampler } from './sampler.ts';
import * as words from './seed-texts.ts';

type Facts = Omit<SubmissionRow, 'id'>;
type Samples = {
  website: Omit<WebsiteRow, 'id'>;
  voice: Omit<VoiceRow, 'id'>;
  onhold: Omit<OnHoldRow, 'id'>;
};
export type FormFacts = Omit<Facts, 'submissionKey' | 'contentHash'>;

/** A form as this order's customer would fill it out. What is not answered here has the form's own default. */
export function sampleForm<Form extends ServiceId>(
  form: Form,
  sampler: Sampler,
  order: Order,
  facts: FormFacts,
): Samples[Form] {
  const contentHash = `seed-${facts.orderNumber}`;
  return SAMPLES[form]({ ...facts, submissionKey: null, contentHash }, order, sampler);
}

/** What the customer's trade offers, and what its callers should hear. */
const tradeOf = ({ businessDescription }: Order) =>
  words.TRADES.find(([, offer = '']) => businessDescription.includes(offer)) ?? [];

const SAMPLES: {
  [Form in ServiceId]: (facts: Facts, order: Order, sampler: Sampler) => Samples[Form];
} = {
  website: (facts, order, { pick, chance }) => {
    const { email, firstName, lastName, phone, businessName, city, state, address, isYearly } = order;
    const [, offer = ''] = tradeOf(order);
    const town = city ?? '';
    const form = WebsiteOrderForm.parse({
      email,
      name: `${firstName} ${lastName}`,
      project: facts.orderNumber,
      package: '1-page',
      hosting: 'hosted',
      billing: isYearly ? 'yearly' : 'monthly',
      colors: pick(words.COLORS),
      fonts: pick(words.FONTS),
      text: fill(pick(words.ABOUT), { business: businessName, town, offer }),
      notes: chance(0.6) ? pick(words.WISHES) : '',
      referenceUrls: chance(0.5) ? `https://www.${pick(words.TOWNS).toLowerCase()}.example` : '',
      contactInfo: `${phone}, ${email}`,
      services: offer,
      address: `${address}, ${town}, ${state}`,
      socialMedia: chance(0.5) ? `@${lastName.toLowerCase()}` : '',
      testimonials: fill(pick(words.PRAISE), { town }),
    });
    return { ...facts, ...websiteAnswers(form), mailchimpStatus: 'not_configured' };
  },
  voice: (facts, { firstName, lastName, email, businessName, phone, businessDescription }, { pick }) => {
    const person = { firstName, lastName, email, phone };
    const form = VoiceForm.parse({ ...person, businessName, businessDescription, notes: pick(words.CALLS) });
    return { ...facts, ...voiceAnswers(form), mailchimpStatus: 'not_configured' };
  },
  onhold: (facts, order) => {
    const { businessName, email, phone } = order;
    const [, offer = '', hold = ''] = tradeOf(order);
    return {
      ...facts,
      businessName,
      email,
      phone,
      businessNiche: offer,
      customMessage: `Thank you for calling ${businessName}. ${hold} Please stay on the line, we will be right with you.`,
    };
  },
};
