import * as z from 'zod/mini';
import { isDay, line, numberInQuery } from './texts.ts';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;

/** The progress of the work on an order or request. */
export const WORK_STATUSES = ['new', 'waiting', 'in-progress', 'delivered'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];
export const WORK_LABELS: Record<WorkStatus, string> = {
  new: 'New',
  waiting: 'Waiting for customer',
  'in-progress': 'In progress',
  delivered: 'Delivered',
};

const day = (name: string) =>
  z
    .string(`${name} must be a date such as 2026-11-21`)
    .check(z.refine(isDay, `${name} must be a date such as 2026-11-21`));

export const pageLimit = numberInQuery(
  /^([1-9]\d?|[1-4]\d\d|500)$/,
  'limit must be a whole number from 1 to 500',
);

/** The query parameters of all admin lists. All are optional. */
export const listQuery = {
  /** Any part of an order number, name, email, business, or answer. All words must match. */
  q: z.optional(line(200)),
  work: z.optional(z.enum(WORK_STATUSES, `work must be one of: ${WORK_STATUSES.join(', ')}`)),
  /** Dates in UTC, inclusive. */
  from: z.optional(day('from')),
  to: z.optional(day('to')),
  limit: z._default(pageLimit, DEFAULT_PAGE_SIZE),
  /** The `nextCursor` of the previous page. Omit it for the first page. */
  cursor: z.optional(numberInQuery(/^[1-9]\d{0,14}$/, 'cursor must be a nextCursor from a previous page')),
};
export type ListQuery = z.infer<z.ZodMiniObject<typeof listQuery>>;

export const PageResponse = z.object({
  /** The number of rows on all pages. */
  total: z.int(),
  /** False if there are more than `total` rows. Counting stops at a limit. */
  isTotalExact: z.boolean(),
  /** Null on the last page. */
  nextCursor: z.nullable(z.string()),
});
export type PageResponse = z.infer<typeof PageResponse>;
