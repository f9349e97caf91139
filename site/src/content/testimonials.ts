import type { ServiceId } from '@northlight/shared/catalogue/ids.ts';

export type Testimonial = { serviceId: ServiceId; words: string; name: string; business: string };

/** Invented people, as their names say. Put the words of real customers here before you sell. */
export const testimonials: readonly Testimonial[] = [
  {
    serviceId: 'website',
    words: 'I sent three pages I liked and three colors. It took two rounds, and now people find the shop.',
    name: 'Paige Turner',
    business: 'Turner’s Secondhand Books',
  },
  {
    serviceId: 'voice',
    words: 'I fix roofs. I cannot pick up on a ladder. Now I come down to a list of booked visits.',
    name: 'Cliff Hanger',
    business: 'Hanger Roofing',
  },
  {
    serviceId: 'onhold',
    words: 'Callers used to ask about Saturdays. Now the message tells them while they wait.',
    name: 'Sandy Beech',
    business: 'Beech Street Physio',
  },
];
