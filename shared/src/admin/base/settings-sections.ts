import type { Right } from '../../contracts/rights.ts';

type Section = {
  id: string;
  label: string;
  /** Words that people look for. */
  about: string;
  right: Right;
  /** What stands above it and those after it. */
  group?: string;
  /** The labels and titles of its fields, by which they are found. */
  fields: readonly string[];
  /** Those that only owners see. */
  ownersFields?: readonly string[];
};

/** The section whose address has no name. */
export const ACCOUNT = 'account';

/** The sections of the settings, in order. */
export const SETTINGS_SECTIONS = [
  {
    id: ACCOUNT,
    label: 'Account',
    about: 'Password, notifications',
    right: 'self',
    group: 'You',
    fields: ['Change your password', 'New password', 'Your name and email', 'Email', 'Your notifications'],
  },
  {
    id: 'security',
    label: 'Security',
    about: 'Second factor, sessions',
    right: 'self',
    fields: ['Authenticator app', 'Passkeys', 'Where you’re logged in'],
    ownersFields: [
      'Require a second factor for owners',
      'Staff see revenue',
      'Ask for the second factor again for refunds above this amount',
      'Staff can send quotes up to this amount',
    ],
  },
  {
    id: 'tokens',
    label: 'API tokens',
    about: 'Access for other programs',
    right: 'self',
    fields: ['Create a token'],
  },
  {
    id: 'people',
    label: 'People',
    about: 'Who can log in',
    right: 'manage',
    group: 'Team',
    fields: ['Invite someone', 'Role'],
  },
  {
    id: 'replies',
    label: 'Replies',
    about: 'Ready texts, reminders, reviews',
    right: 'manage',
    fields: ['Ready replies', 'Days until a reminder', 'Ask customers for a review'],
  },
  {
    id: 'shop',
    label: 'Shop',
    about: 'Prices, add-ons, promises, tax',
    right: 'manage',
    group: 'Shop',
    fields: [
      'First payment',
      'Price a month',
      'Price a year',
      'Business days, at least',
      'Business days, at most',
      'Included design revisions',
      'Free updates',
      'Orders',
      'Add-ons',
      'Sales tax',
      'Versions',
    ],
  },
  {
    id: 'samples',
    label: 'Samples',
    about: 'What the shop came with',
    right: 'manage',
    fields: ['Samples', 'To read'],
  },
  {
    id: 'pages',
    label: 'Pages',
    about: 'Texts, pictures, logo, colors',
    right: 'manage',
    fields: ['Page', 'Find a text', 'Preview'],
  },
  {
    id: 'business',
    label: 'Business',
    about: 'Name, hours, holidays',
    right: 'manage',
    fields: [
      'Name',
      'Email',
      'Phone',
      'Address',
      'Tax ID',
      'Business hours',
      'Business days',
      'Time zone',
      'Holidays',
      'Next closed days',
    ],
  },
  {
    id: 'rules',
    label: 'Rules',
    about: 'Charges, refunds, backups',
    right: 'manage',
    group: 'Money',
    fields: [
      'Days before a yearly charge',
      'How long data is kept',
      'When an order is fully refunded',
      'When a paid order is paid a second time',
      'Hourly backups to keep',
      'Daily backups to keep',
    ],
  },
  {
    id: 'promo-codes',
    label: 'Promo codes',
    about: 'Discounts and their use',
    right: 'manage',
    fields: ['New promo code'],
  },
  {
    id: 'connections',
    label: 'Connections',
    about: 'Payments, email, backups',
    right: 'manage',
    group: 'Connections',
    fields: ['Stripe', 'PayPal', 'Outgoing email', 'Replies', 'Mailchimp', 'Backups', 'Address'],
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    about: 'News for other systems',
    right: 'manage',
    fields: ['Add a webhook', 'URL', 'Events'],
  },
  {
    id: 'import',
    label: 'Import',
    about: 'Customers, past orders',
    right: 'manage',
    group: 'Data',
    fields: ['CSV file', 'Imports'],
  },
  {
    id: 'privacy',
    label: 'Privacy',
    about: 'Export or erase a person',
    right: 'manage',
    fields: ['Their email address'],
  },
  { id: 'audit', label: 'Audit log', about: 'Who did what', right: 'manage', fields: [] },
  {
    id: 'system',
    label: 'System',
    about: 'What is set up and working',
    right: 'manage',
    fields: ['System check'],
  },
] as const satisfies readonly Section[];

export type SettingsSection = Section & { id: (typeof SETTINGS_SECTIONS)[number]['id'] };

export const sectionsFor = (may: (right: Right) => boolean): SettingsSection[] =>
  (SETTINGS_SECTIONS as readonly SettingsSection[]).filter(({ right }) => may(right));

/** Where a section is, one of its fields, and the page of the website whose texts it shows first. */
export const settingsAt = (id: string, field?: string, page?: string) => {
  const search = { ...(field && { field }), ...(page && { page }) };
  return id === ACCOUNT
    ? { to: '/settings' as const, search }
    : { to: '/settings/$section' as const, params: { section: id }, search };
};

/** All fields that the role sees, each with its section. */
export const settingsFields = (may: (right: Right) => boolean) =>
  sectionsFor(may).flatMap(({ id, label, fields, ownersFields = [] }) =>
    [...fields, ...(may('manage') ? ownersFields : [])].map((field) => ({
      id,
      field,
      label: `Settings, ${label}: ${field}`,
    })),
  );
