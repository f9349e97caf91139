import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { SERVICES } from '@northlight/shared/catalogue/services.ts';
import { addonPrice, prices } from './prices.ts';

export type Question = { question: string; answer: string };
export type QuestionGroup = { serviceId: ServiceId; heading: string; questions: readonly Question[] };

const [revisions, customDomain] = SERVICES.website.addons;

export const questionGroups: readonly QuestionGroup[] = [
  {
    serviceId: 'website',
    heading: 'Websites',
    questions: [
      {
        question: 'What does a website cost?',
        answer: `${prices.website} once, then ${prices.websiteMonthly}. Paid by the year it is ${prices.websiteYearly}, which is two months free.`,
      },
      {
        question: 'What do I get for that?',
        answer: 'One professional page, hosted for you, with up to 5 design revisions before it goes live.',
      },
      {
        question: 'When is it live?',
        answer:
          'One to two business days after you approve the design. We contact you within 24 hours of your form.',
      },
      {
        question: 'What do you need from me?',
        answer:
          'A form, after you pay: pages you like, three colors, your fonts, what you offer, where you are and how to reach you. Your order number is in the confirmation mail.',
      },
      {
        question: 'What if five revisions are not enough?',
        answer: `Add Extra Design Revisions for ${addonPrice(revisions)}.`,
      },
      {
        question: 'Can I have my own domain, or more pages?',
        answer: `Yes. Custom Domain Setup is ${addonPrice(customDomain)}. Additional pages are quoted first, so you know the price before we build.`,
      },
    ],
  },
  {
    serviceId: 'voice',
    heading: 'AI voice agents',
    questions: [
      {
        question: 'What does a voice agent cost?',
        answer: `Setup is ${prices.voiceSetup}, then ${prices.voiceMonthly}. Your exact price is a quote, because businesses differ.`,
      },
      {
        question: 'Who sends me the bill?',
        answer:
          'A third party that runs the platform bills you separately. In your bundle here, the voice agent adds nothing to today’s total.',
      },
      {
        question: 'How soon does it answer calls?',
        answer:
          'It is operational in one to two business days. We contact you within 24 hours of your request.',
      },
      {
        question: 'How do I start?',
        answer:
          'Send the request form with your name, your business and how to reach you. No payment is needed for that.',
      },
      {
        question: 'How does it know my business?',
        answer: 'Put links into the notes of your request. The agent learns from those pages.',
      },
      {
        question: 'Is there one for dental practices?',
        answer:
          'Yes, with its own form: appointment scheduling, FAQs, follow-ups, pre-screening, marketing, emergency triage, surveys and internal support. Pick what you need.',
      },
    ],
  },
  {
    serviceId: 'onhold',
    heading: 'On-hold audio',
    questions: [
      {
        question: 'What does on-hold audio cost?',
        answer: `${prices.onhold}, once. Nothing recurs.`,
      },
      {
        question: 'When do I get it?',
        answer: 'Within one business day. The audio team contacts you within 24 hours of your form.',
      },
      {
        question: 'What file do I get?',
        answer: 'An MP3 with the message made for your business.',
      },
      {
        question: 'Can I change the message later?',
        answer: 'Yes, up to 6 updates are free.',
      },
      {
        question: 'What do you need from me?',
        answer: 'Your business name, what you do, what callers should hear, and an email address.',
      },
      {
        question: 'Can I buy it together with a website?',
        answer: 'Yes. Put both into one bundle and pay once, by card or PayPal.',
      },
    ],
  },
];
