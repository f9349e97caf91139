import * as z from 'zod/mini';
import { line, numberInQuery } from '../texts.ts';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 500;

/** How far the work on an order or a request has come. */
export const WORK_STATUSES = ['new', 'waiting', 'in-progress', 'delivered'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];
export const WORK_WORDS: Record<WorkStatus, string> = {
  new: 'New',
  waiting: 'Waiting for customer',
  'in-progress': 'In progress',
  delivered: 'Delivered',
};

const day = (name: string) =>
  z
    .string(`${name} must be a date such as 2026-11-21`)
    .check(z.iso.date(`${name} must be a date such as 2026-11-21`));

/** What every list of the administrator takes. All of it may be missing. */
export const listQuery = {
  /** Any part of a number, name, e-mail, business or answer; several words must all be found. */
  q: z.optional(line(200)),
  work: z.optional(z.enum(WORK_STATUSES, `work must be one of: ${WORK_STATUSES.join(', ')}`)),
  /** Days in UTC, both included. */
  from: z.optional(day('from')),
  to: z.optional(day('to')),
  limit: z._default(
    numberInQuery(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit must be a whole number from 1 to 500'),
    DEFAULT_PAGE_SIZE,
  ),
  /** The `nextCursor` of the page before; without it the list begins. */
  cursor: z.optional(numberInQuery(/^[1-9]\d{0,14}$/, 'cursor must be a nextCursor from a previous page')),
};
export type ListQuery = {
  q?: string | undefined;
  work?: WorkStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  cursor?: number | undefined;
};

export const PageAnswer = z.object({
  /** Of all pages together. */
  total: z.int(),
  /** False when there are more than `total` and nobody counted on. */
  isTotalExact: z.boolean(),
  /** Null on the last page. */
  nextCursor: z.nullable(z.string()),
});
export type PageAnswer = z.infer<typeof PageAnswer>;
