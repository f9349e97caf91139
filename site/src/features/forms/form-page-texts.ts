import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type { SharePicture } from '../../content/share-pictures.ts';

type FormPageWords = {
  /** Before the business's name in the page's title. */
  title: string;
  description: string;
  canonical: string;
  service: ServiceId;
  /** Shown beside links to this page; without it, the service's. */
  picture?: SharePicture;
  heading: string;
  lede: string;
  steps: readonly { title: string; words: string }[];
};

const contact = 'Within 24 hours';

export const websiteFormPage: FormPageWords = {
  title: 'Website order form',
  description:
    'Tell us about the one-page website you ordered or would like: pages you like, three colors, what you offer. We contact you within 24 hours.',
  canonical: '/website-form',
  service: 'website',
  heading: 'Website Order Form',
  lede: 'Tell us about your page. Fill in what you know, and we ask you about the rest.',
  steps: [
    { title: contact, words: 'Your project manager contacts you.' },
    { title: 'Design', words: 'You see the design and say what to change, up to five times.' },
    { title: 'Live', words: 'Your page is live 1-2 business days after you approve it.' },
  ],
};

export const voiceFormPage: FormPageWords = {
  title: 'AI voice agent request form',
  description:
    'Ask for a voice agent that answers your phone day and night. Tell us who you are and what it should learn. We contact you within 24 hours.',
  canonical: '/voice-agent-form',
  service: 'voice',
  heading: 'AI Voice Agent Request Form',
  lede: 'Tell us who calls you and what the agent should know.',
  steps: [
    { title: contact, words: 'We contact you and quote your price. A third party bills it separately.' },
    { title: 'After your yes', words: 'Your agent is operational in 1-2 business days.' },
  ],
};

export const dentalFormPage: FormPageWords = {
  title: 'Dental voice agent form',
  description:
    'Tell us about your dental practice and tick what a voice agent should do: scheduling, FAQs, follow-ups, triage and more.',
  canonical: '/dental-voice-agent-form',
  service: 'voice',
  picture: 'dental',
  heading: 'Dental Voice Agent Form',
  lede: 'Tell us about your practice and tick what the agent should do. Details can wait for our call.',
  steps: [
    { title: contact, words: 'We contact you to talk about your practice, and quote your price.' },
    { title: 'After your yes', words: 'Your agent is operational in 1-2 business days.' },
  ],
};

export const onHoldFormPage: FormPageWords = {
  title: 'On-hold audio form',
  description:
    'Say what your callers should hear while they wait. Our audio team contacts you within 24 hours; the MP3 arrives within one business day.',
  canonical: '/onhold-audio-form',
  service: 'onhold',
  heading: 'On-Hold Audio Requirements',
  lede: 'Say what your callers should hear. Finished words or a few points: we write, voice and mix it.',
  steps: [
    { title: contact, words: 'Our audio team contacts you.' },
    { title: 'Within 1 business day', words: 'Your file arrives, as an MP3.' },
    { title: 'Later on', words: 'Up to six updates are free.' },
  ],
};
