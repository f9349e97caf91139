/** The four tabs. Each ID is the path of its view. */
export const TABS = [
  { id: 'website-forms', label: 'Website Form Submissions', right: 'work' },
  { id: 'voice-forms', label: 'AI Voice Agent Form Submissions', right: 'work' },
  { id: 'orders', label: 'Order Tracking', right: 'read' },
  { id: 'settings', label: 'Settings', right: 'read' },
] as const;
export type TabId = (typeof TABS)[number]['id'];
