import * as z from 'zod/mini';
import { ActionResponse, type EndpointTable } from './endpoint.ts';
import type { SecuritySettings } from './security.ts';
import { emailAddress, line } from './texts.ts';
import type { ChangeWording } from './wording.ts';

const isNoHtml = z.regex(/^[^<>]*$/, 'Please leave out < and >');
const fact = (required: string, longest = 200) => line(longest, required).check(isNoHtml);

/** The facts of the business. The hours are written as in the settings of the server. */
export const BusinessSettings = z.object({
  name: fact('Please enter the name of the business'),
  email: emailAddress('Please enter a valid email address'),
  phone: fact('Please enter a phone number'),
  address: fact('Please enter an address'),
  /** Of the business, shown on invoices, such as "EIN 12-3456789". Empty without one. */
  taxId: line(60).check(isNoHtml),
  /** Such as "America/New_York". */
  timeZone: fact('Please enter a time zone'),
  /** Such as "09:00-17:00" or "09:00-12:00, 13:00-17:00". */
  hours: fact('Please enter the hours'),
  /** Such as "Mon-Fri". */
  days: fact('Please choose at least one day'),
  /** Such as "US, 2026-12-24". */
  holidays: fact('Please enter holidays, or none', 1_000),
});
export type BusinessSettings = z.infer<typeof BusinessSettings>;

/** Settings that are edited in the dashboard. */
export type ShopSettings = SecuritySettings & ChangeWording & { business?: BusinessSettings };

export const BusinessResponse = z.object({
  success: z.literal(true),
  settings: BusinessSettings,
  /** The business days of the next 12 months on which the business is closed, such as "2026-11-26". */
  closedDays: z.array(z.object({ day: z.string(), name: z.string() })),
  /** The last changes, newest first, each with everything as it was after it. */
  changes: z.array(z.object({ at: z.string(), by: z.string(), settings: BusinessSettings })),
  /** Whether the website shows the current settings. */
  pages: z.enum(['current', 'building', 'failed']),
});

export const businessEndpoints = {
  'GET /api/json/business': {
    access: 'manage',
    summary: 'Returns the facts of the business and their last changes.',
    response: BusinessResponse,
  },
  'POST /api/admin/business': {
    access: 'manage',
    confirms: true,
    summary: 'Changes the facts of the business and rebuilds the website’s pages.',
    body: BusinessSettings,
    response: ActionResponse,
  },
} satisfies EndpointTable;
