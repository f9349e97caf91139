import type { Right } from '../../contracts/rights.ts';

type Section = { id: string; label: string; about: string; right: Right };

/** The sections of the settings besides the account, in order. `about` has the words that people look for. */
export const SETTINGS_SECTIONS = [
  { id: 'security', label: 'Security', about: 'Second factor, sessions', right: 'self' },
  { id: 'people', label: 'People', about: 'Who can log in', right: 'manage' },
  { id: 'connections', label: 'Connections', about: 'Payments, email, backups', right: 'read' },
  { id: 'shop', label: 'Shop', about: 'Prices, add-ons, promises, tax', right: 'manage' },
  { id: 'pages', label: 'Pages', about: 'Texts, pictures, logo, colors', right: 'manage' },
  { id: 'business', label: 'Business', about: 'Name, hours, holidays', right: 'manage' },
  { id: 'replies', label: 'Replies', about: 'Ready texts, reminders, reviews', right: 'manage' },
  { id: 'rules', label: 'Rules', about: 'Charges, refunds, backups', right: 'manage' },
  { id: 'promo-codes', label: 'Promo codes', about: 'Discounts and their use', right: 'manage' },
  { id: 'webhooks', label: 'Webhooks', about: 'News for other systems', right: 'manage' },
  { id: 'tokens', label: 'API tokens', about: 'Access for other programs', right: 'self' },
  { id: 'import', label: 'Import', about: 'Customers, past orders', right: 'manage' },
  { id: 'privacy', label: 'Privacy', about: 'Export or erase a person', right: 'manage' },
  { id: 'audit', label: 'Audit log', about: 'Who did what', right: 'manage' },
  { id: 'system', label: 'System', about: 'What is set up and working', right: 'manage' },
] as const satisfies readonly Section[];
