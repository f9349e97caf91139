import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { catalog } from './catalog.ts';
import { addonPrice, prices } from './prices.ts';

export type Question = { question: string; answer: string };
export type QuestionGroup = { serviceId: ServiceId; heading: string; questions: readonly Question[] };

const priceOf = (id: string) => {
  const addon = catalog.addons.find((one) => one.id === id);
  return addon ? addonPrice(addon) : 'Custom';
};

export const questionGroups: readonly QuestionGroup[] = [
  {
    serviceId: 'website',
    heading: 'Websites',
    questions: [
      {
        question: 'How much does a website cost?',
        answer: `${prices.website} up front, then ${prices.websiteMonthly}. Pay yearly and it’s ${prices.websiteYearly}, so you get two months free.`,
      },
      {
        question: 'What’s included?',
        answer: 'One professional page, hosted for you, with up to 5 design revisions before it goes live.',
      },
      {
        question: 'When will my site be live?',
        answer:
          'One to two business days after you approve the design. We’ll contact you within 24 hours of receiving your form.',
      },
      {
        question: 'What do you need from me?',
        answer:
          'After you pay, you’ll fill out one form: pages you like, three colors, your fonts, what you offer, where you are, and how to reach you. Your order number is in your confirmation email.',
      },
      {
        question: 'What if five revisions aren’t enough?',
        answer: `Add Extra Design Revisions for ${priceOf('revisions')}.`,
      },
      {
        question: 'Can I get my own domain or more pages?',
        answer: `Yes. Custom Domain Setup is ${priceOf('custom-domain')}. We quote additional pages first, so you know the price before we build.`,
      },
    ],
  },
  {
    serviceId: 'voice',
    heading: 'AI voice agents',
    questions: [
      {
        question: 'How much does a voice agent cost?',
        answer: `Setup ${prices.voiceSetup}, then ${prices.voiceMonthly}. Every business is different, so we quote your exact price.`,
      },
      {
        question: 'Who bills me?',
        answer:
          'A third party that runs the platform bills you separately. A voice agent in your bundle here adds nothing to today’s total.',
      },
      {
        question: 'How soon can it start answering calls?',
        answer:
          'It will be operational in 1-2 business days. We’ll contact you within 24 hours of your request.',
      },
      {
        question: 'How do I get started?',
        answer:
          'Send the request form with your name, your business, and how to reach you. No payment needed.',
      },
      {
        question: 'How does it learn about my business?',
        answer: 'Add links in the notes of your request. The agent learns from those pages.',
      },
      {
        question: 'Do you have one for dental practices?',
        answer:
          'Yes, with its own form. Choose what you need: appointment scheduling, FAQs, follow-ups, pre-screening, marketing, emergency triage, surveys, and internal support.',
      },
    ],
  },
  {
    serviceId: 'onhold',
    heading: 'On-hold audio',
    questions: [
      {
        question: 'How much does on-hold audio cost?',
        answer: `${prices.onhold}, one time. There are no recurring fees.`,
      },
      {
        question: 'When will I get it?',
        answer:
          'Within one business day. Our audio team will contact you within 24 hours of receiving your form.',
      },
      {
        question: 'What kind of file do I get?',
        answer: 'An MP3 of a message made for your business.',
      },
      {
        question: 'Can I change the message later?',
        answer: 'Yes. Up to 6 updates are free.',
      },
      {
        question: 'What do you need from me?',
        answer: 'Your business name, what you do, what callers should hear, and an email address.',
      },
      {
        question: 'Can I bundle it with a website?',
        answer: 'Yes. Add both to your bundle and pay once, by card or PayPal.',
      },
    ],
  },
];
