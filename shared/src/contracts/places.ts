/** Where one can go in the dashboard, in order: its menu, its views, and the addresses `/admin/…` that people type. */
export const PLACE_PATHS = [
  '/',
  '/orders',
  '/website-forms',
  '/voice-forms',
  '/on-hold',
  '/quotes',
  '/customers',
  '/recurring',
  '/books',
  '/settings',
] as const;

export type PlacePath = (typeof PLACE_PATHS)[number];
