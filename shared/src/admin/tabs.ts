/** The four tabs. Each ID is the path of its view. */
export const TABS = [
  { id: 'website-forms', label: 'Website Form Submissions' },
  { id: 'voice-forms', label: 'AI Voice Agent Form Submissions' },
  { id: 'orders', label: 'Order Tracking' },
  { id: 'settings', label: 'Settings' },
] as const;
export type TabId = (typeof TABS)[number]['id'];
