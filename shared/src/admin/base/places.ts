import type { OverviewResponse } from '../../contracts/overview.ts';
import type { Right } from '../../contracts/rights.ts';

type Place = {
  to: string;
  label: string;
  /** For the bar of a phone, if it stands there. Of these, the first four that the role may open are shown. */
  short?: string;
  right: Right;
  /** Who sees it in the bar of a phone, if not everyone who may open it. */
  barRight?: Right;
  /** The letter after `g` that opens it. */
  key: string;
  /** The paths of its icon, in a square of 20. */
  icon: string;
  /** What stands above it and those after it. */
  group?: string;
  /** One of the four views that the dashboard is made of. */
  isTab?: boolean;
  /** How many things wait there. */
  count?: (overview: OverviewResponse) => number;
};

/** Where one can go in the dashboard, in order. The frame, the command palette, and the keyboard go by it. */
export const PLACES = [
  {
    to: '/',
    label: 'Overview',
    short: 'Overview',
    right: 'self',
    key: 'h',
    icon: 'M3 9.5 10 3l7 6.5V17h-5v-5H8v5H3z',
    count: ({ promises, messagesToAnswer, quotes, paymentsToReview, unsentMessages }) =>
      [promises.late, messagesToAnswer, quotes, paymentsToReview, unsentMessages].reduce(
        (sum, { count }) => sum + count,
        0,
      ),
  },
  {
    to: '/orders',
    label: 'Order Tracking',
    short: 'Orders',
    right: 'read',
    key: 'o',
    icon: 'M4 3h12v14H4zM7 7h6M7 10h6M7 13h3',
    group: 'Work',
    isTab: true,
    count: ({ promises: { late, today } }) => late.count + today.count,
  },
  {
    to: '/website-forms',
    label: 'Website Form Submissions',
    right: 'work',
    key: 'w',
    icon: 'M3 4h14v12H3zM3 8h14M6 12h5',
    isTab: true,
    count: ({ newForms }) => newForms?.website ?? 0,
  },
  {
    to: '/voice-forms',
    label: 'AI Voice Agent Form Submissions',
    right: 'work',
    key: 'v',
    icon: 'M7.5 3h5v8h-5zM4.5 9v2a5.5 4 0 0 0 11 0V9M10 15v3',
    isTab: true,
    count: ({ newForms }) => newForms?.voice ?? 0,
  },
  {
    to: '/on-hold',
    label: 'On-Hold Audio requests',
    right: 'work',
    key: 'a',
    icon: 'M3 11v6h3v-6a4 4 0 0 1 8 0v6h3v-6a7 7 0 0 0-14 0z',
    count: ({ newForms }) => newForms?.onhold ?? 0,
  },
  {
    to: '/quotes',
    label: 'Quotes',
    short: 'Quotes',
    right: 'read',
    barRight: 'work',
    key: 'q',
    icon: 'M5 2.5h7l3 3v12H5zM8 9h4M8 12h4',
    count: ({ quotes }) => quotes.count,
  },
  {
    to: '/customers',
    label: 'Customers',
    short: 'Customers',
    right: 'read',
    key: 'c',
    icon: 'M10 3a3.5 3.5 0 0 1 0 7 3.5 3.5 0 0 1 0-7zM3.5 17a6.5 5 0 0 1 13 0z',
    group: 'Customers',
  },
  {
    to: '/recurring',
    label: 'Recurring',
    right: 'read',
    key: 'r',
    icon: 'M16 8A6.5 6.5 0 0 0 4.5 6M4 12a6.5 6.5 0 0 0 11.5 2M4.5 2v4h4M15.5 18v-4h-4',
    count: ({ recurring }) => recurring?.pastDue ?? 0,
  },
  {
    to: '/books',
    label: 'Books',
    short: 'Books',
    right: 'revenue',
    key: 'b',
    icon: 'M4 16.5V3.5h12v13H5.5a1.5 1.5 0 0 1 0-3H16M8 7h4',
    group: 'Money',
  },
  {
    to: '/settings',
    label: 'Settings',
    right: 'read',
    key: 's',
    icon: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
    isTab: true,
    count: ({ setup, failingWebhooks }) => (setup?.length ?? 0) + failingWebhooks.length,
  },
] as const satisfies readonly Place[];

export type PlaceId = (typeof PLACES)[number]['to'];
/** A place as the frame reads it. */
export type AnyPlace = Place & { to: PlaceId };

const PLACES_ON_PHONE = 4;

export const placesFor = (may: (right: Right) => boolean): AnyPlace[] =>
  (PLACES as readonly AnyPlace[]).filter(({ right }) => may(right));

/** Those in the bar of a phone. */
export const barPlaces = (may: (right: Right) => boolean): AnyPlace[] =>
  placesFor(may)
    .filter(({ short, barRight = 'self' }) => short && may(barRight))
    .slice(0, PLACES_ON_PHONE);
