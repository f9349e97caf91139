import type { OverviewResponse } from '../../contracts/overview.ts';
import type { PlacePath } from '../../contracts/places.ts';
import type { Right } from '../../contracts/rights.ts';

type Place = {
  to: PlacePath;
  label: string;
  /** Where there is little room: in the folded sidebar, and in the bar of a phone. */
  short: string;
  /** Whether it stands in the bar of a phone, which shows the first four that the role may open. */
  isInBar?: boolean;
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
    isInBar: true,
    right: 'self',
    key: 'h',
    icon: 'M3 9l7-6 7 6v8H3z',
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
    isInBar: true,
    right: 'read',
    key: 'o',
    icon: 'M4 3h12v14H4zM7 7h6M7 11h6',
    group: 'Work',
    isTab: true,
    count: ({ promises: { late, today } }) => late.count + today.count,
  },
  {
    to: '/website-forms',
    label: 'Website Form Submissions',
    short: 'Website',
    right: 'work',
    key: 'w',
    icon: 'M3 4h14v12H3zM3 8h14',
    isTab: true,
    count: ({ newForms }) => newForms?.website ?? 0,
  },
  {
    to: '/voice-forms',
    label: 'AI Voice Agent Form Submissions',
    short: 'Voice',
    right: 'work',
    key: 'v',
    icon: 'M8 3h4v8H8zM4 9c0 8 12 8 12 0M10 15v3',
    isTab: true,
    count: ({ newForms }) => newForms?.voice ?? 0,
  },
  {
    to: '/on-hold',
    label: 'On-Hold Audio requests',
    short: 'On-hold',
    right: 'work',
    key: 'a',
    icon: 'M3 17v-5h3v5zM14 17v-5h3v5zM3 12c0-11 14-11 14 0',
    count: ({ newForms }) => newForms?.onhold ?? 0,
  },
  {
    to: '/quotes',
    label: 'Quotes',
    short: 'Quotes',
    isInBar: true,
    right: 'read',
    barRight: 'work',
    key: 'q',
    icon: 'M5 3h7l3 3v11H5zM8 9h4',
    count: ({ quotes }) => quotes.count,
  },
  {
    to: '/customers',
    label: 'Customers',
    short: 'Customers',
    isInBar: true,
    right: 'read',
    key: 'c',
    icon: 'M7 3h6v6H7zM3 17c0-6 14-6 14 0z',
    group: 'Customers',
  },
  {
    to: '/recurring',
    label: 'Recurring',
    short: 'Recurring',
    right: 'read',
    key: 'r',
    icon: 'M4 8c2-6 10-6 12-1M16 3v4h-4M16 12c-2 6-10 6-12 1M4 17v-4h4',
    count: ({ recurring }) => recurring?.pastDue ?? 0,
  },
  {
    to: '/books',
    label: 'Books',
    short: 'Books',
    isInBar: true,
    right: 'revenue',
    key: 'b',
    icon: 'M4 3h12v14H4zM4 13h12M8 7h4',
    group: 'Money',
  },
  {
    to: '/settings',
    label: 'Settings',
    short: 'Settings',
    right: 'read',
    key: 's',
    icon: 'M3 6h14M3 14h14M13 4v4M7 12v4',
    isTab: true,
    count: ({ setup, failingWebhooks }) => (setup?.length ?? 0) + failingWebhooks.length,
  },
] as const satisfies readonly Place[];

export type PlaceId = PlacePath;
/** A place as the frame reads it. */
export type AnyPlace = Place;

const PLACES_ON_PHONE = 4;

export const placesFor = (may: (right: Right) => boolean): AnyPlace[] =>
  (PLACES as readonly AnyPlace[]).filter(({ right }) => may(right));

/** Those in the bar of a phone. */
export const barPlaces = (may: (right: Right) => boolean): AnyPlace[] =>
  placesFor(may)
    .filter(({ isInBar, barRight = 'self' }) => isInBar && may(barRight))
    .slice(0, PLACES_ON_PHONE);
