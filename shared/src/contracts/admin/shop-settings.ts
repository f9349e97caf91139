import * as z from 'zod/mini';

export const SecuritySettings = z.object({
  /** Whether owners must have a second factor. */
  requireSecondFactor: z.boolean(),
  /** Refunds above this many dollars ask for the second factor again. */
  confirmRefundsAbove: z
    .number('Please enter an amount')
    .check(z.gte(0, 'Please enter 0 or more'), z.lte(100_000, 'Please enter no more than 100,000')),
});
export type SecuritySettings = z.infer<typeof SecuritySettings>;

const line = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(200, 'Please use no more than 200 characters'),
      z.regex(/^[^<>\r\n]*$/, 'Please leave out < and >'),
    );

/** The facts of the business. The hours are written as in the settings of the server. */
export const BusinessSettings = z.object({
  name: line('Please enter the name of the business'),
  email: line('Please enter an email address').check(z.email('Please enter a valid email address')),
  phone: line('Please enter a phone number'),
  address: line('Please enter an address'),
  /** Such as "America/New_York". */
  timeZone: line('Please enter a time zone'),
  /** Such as "09:00-17:00". */
  hours: line('Please enter the hours'),
  /** Such as "Mon-Fri". */
  days: line('Please enter the days'),
  /** Such as "US, 2026-12-24". */
  holidays: line('Please enter holidays, or none'),
});
export type BusinessSettings = z.infer<typeof BusinessSettings>;

/** Settings that are edited in the dashboard. */
export type ShopSettings = SecuritySettings & { business?: BusinessSettings };

export const BusinessAnswer = z.object({
  success: z.literal(true),
  settings: BusinessSettings,
  /** The last changes, newest first, each with everything as it was after it. */
  changes: z.array(z.object({ at: z.string(), by: z.string(), settings: BusinessSettings })),
  /** Whether the website shows the current settings. */
  pages: z.enum(['current', 'building', 'failed']),
});
