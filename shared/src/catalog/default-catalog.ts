import type { Catalog } from './catalog.ts';

const open = { state: 'open', pausedUntil: null, pausedText: '' } as const;

/** The first version of every shop. */
export const DEFAULT_CATALOG: Catalog = {
  version: 0,
  services: {
    website: {
      firstPaymentCents: 14_900,
      monthlyCents: 3_000,
      yearlyCents: 30_000,
      ...open,
      daysFrom: 1,
      daysTo: 2,
      rounds: 5,
    },
    voice: {
      firstPaymentCents: 19_900,
      monthlyCents: 19_900,
      yearlyCents: 199_000,
      ...open,
      daysFrom: 1,
      daysTo: 2,
      rounds: null,
    },
    onhold: {
      firstPaymentCents: 9_900,
      monthlyCents: null,
      yearlyCents: null,
      ...open,
      daysFrom: 1,
      daysTo: 1,
      rounds: 6,
    },
  },
  addons: [
    {
      id: 'revisions',
      service: 'website',
      name: 'Extra Design Revisions',
      description: 'More revisions beyond the {website revisions in words} included.',
      priceCents: 4_900,
      period: null,
      isActive: true,
    },
    {
      id: 'custom-domain',
      service: 'website',
      name: 'Custom Domain Setup',
      description: 'Your own web address, connected and secured.',
      priceCents: 4_900,
      period: null,
      isActive: true,
    },
    {
      id: 'additional-pages',
      service: 'website',
      name: 'Additional Pages',
      description: 'Tell us what you need. We’ll quote before we build.',
      priceCents: null,
      period: null,
      isActive: true,
    },
  ],
  taxes: [{ state: 'MI', name: 'Michigan', percent: 6 }],
};
