import type { ServiceId } from '@northlight/shared/catalog/ids.ts';

export type Testimonial = { serviceId: ServiceId; words: string; name: string; business: string };

/** Invented people and businesses. Replace them with real customers before you sell. */
export const testimonials: readonly Testimonial[] = [
  {
    serviceId: 'website',
    words: 'I sent three pages I liked and three colors. It took two rounds, and now people find the shop.',
    name: 'Karen Whitfield',
    business: 'Second Story Books',
  },
  {
    serviceId: 'voice',
    words: 'I fix roofs. I can’t pick up on a ladder. Now I come down to a list of booked visits.',
    name: 'Marcus Delgado',
    business: 'Delgado & Sons Roofing',
  },
  {
    serviceId: 'onhold',
    words: 'Callers used to ask about Saturdays. Now the message tells them while they wait.',
    name: 'Denise Okafor',
    business: 'Lakeside Physical Therapy',
  },
];
