import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

/** The texts of each service's card. Prices are in the catalog. */
export const SERVICE_WORDS: Record<ServiceId, { summary: string; features: readonly string[] }> = {
  website: {
    summary: 'One professional page, written, designed, and hosted for you.',
    features: [
      'One page, designed around your business',
      'Hosting included',
      'Up to 5 design revisions',
      'Live 1-2 business days after you approve it',
    ],
  },
  voice: {
    summary: 'Answers your phone day and night, and books appointments.',
    features: [
      'Answers every call, even at night',
      'Books appointments and takes messages',
      'Learns from your own pages and notes',
      'Operational in 1-2 business days',
    ],
  },
  onhold: {
    summary: 'A spoken message over music while your callers wait.',
    features: [
      'Written and voiced for your business',
      'Delivered as an MP3 in 1 business day',
      'Up to 6 free updates',
      'One payment, no recurring fees',
    ],
  },
};
