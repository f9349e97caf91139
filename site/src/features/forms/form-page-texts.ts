import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { SharePicture } from '../../content/share-pictures.ts';

type FormPageText = {
  /** Precedes the business's name in the page's title. */
  title: string;
  description: string;
  canonical: string;
  service: ServiceId;
  /** The share picture of this page. Defaults to the service's picture. */
  picture?: SharePicture;
  heading: string;
  lede: string;
  steps: readonly { title: string; text: string }[];
};

const contact = 'Within 24 hours';

export const websiteFormPage: FormPageText = {
  title: 'Website order form',
  description:
    'Tell us about the one-page website you ordered or would like: pages you like, three colors, and what you offer. We’ll contact you within 24 hours.',
  canonical: '/website-form',
  service: 'website',
  heading: 'Website Order Form',
  lede: 'Tell us about your page. Fill out what you can. We’ll ask about the rest.',
  steps: [
    { title: contact, text: 'Your project manager will contact you.' },
    { title: 'Design', text: 'You’ll see the design. Five rounds of changes are included.' },
    { title: 'Live', text: 'Your page goes live 1-2 business days after you approve it.' },
  ],
};

export const voiceFormPage: FormPageText = {
  title: 'AI voice agent request form',
  description:
    'Request a voice agent that answers your phone day and night. Tell us who you are and what it should learn. We’ll contact you within 24 hours.',
  canonical: '/voice-agent-form',
  service: 'voice',
  heading: 'AI Voice Agent Request Form',
  lede: 'Tell us who calls you and what the agent should know.',
  steps: [
    { title: contact, text: 'We’ll contact you and quote your price. A third party bills you separately.' },
    { title: 'After you approve', text: 'Your agent will be operational in 1-2 business days.' },
  ],
};

export const dentalFormPage: FormPageText = {
  title: 'Dental voice agent form',
  description:
    'Tell us about your dental practice and choose what a voice agent should do: scheduling, FAQs, follow-ups, triage, and more.',
  canonical: '/dental-voice-agent-form',
  service: 'voice',
  picture: 'dental',
  heading: 'Dental Voice Agent Form',
  lede: 'Tell us about your practice and choose what the agent should do. We’ll cover the details when we talk.',
  steps: [
    { title: contact, text: 'We’ll contact you to talk about your practice and quote your price.' },
    { title: 'After you approve', text: 'Your agent will be operational in 1-2 business days.' },
  ],
};

export const onHoldFormPage: FormPageText = {
  title: 'On-hold audio form',
  description:
    'Tell us what your callers should hear while they wait. Our audio team will contact you within 24 hours, and your MP3 will arrive within one business day.',
  canonical: '/onhold-audio-form',
  service: 'onhold',
  heading: 'On-Hold Audio Requirements',
  lede: 'Tell us what your callers should hear. A finished script or a few notes will do. We’ll write, voice, and mix it.',
  steps: [
    { title: contact, text: 'Our audio team will contact you.' },
    { title: 'Within 1 business day', text: 'Your MP3 will arrive.' },
    { title: 'Later', text: 'Up to six updates are free.' },
  ],
};
