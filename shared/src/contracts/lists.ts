import * as z from 'zod/mini';
import { numberInQuery } from './texts.ts';

export const NEWEST = 100;

/** `cursor` is the `nextCursor` of the page before; without it the newest entries come. */
export const ListPage = z.object({
  limit: z._default(
    numberInQuery(/^([1-9]\d?|[1-4]\d\d|500)$/, 'limit must be a whole number from 1 to 500'),
    NEWEST,
  ),
  cursor: z.optional(numberInQuery(/^[1-9]\d{0,14}$/, 'cursor must be the nextCursor of another page')),
});
export type ListPage = z.infer<typeof ListPage>;

export type PageAnswer = {
  /** Of all pages together. */
  total: number;
  /** Null on the last page. */
  nextCursor: string | null;
};
