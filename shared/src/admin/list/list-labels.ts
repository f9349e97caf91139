import type { PageResponse } from '../../contracts/lists.ts';

export type Noun = { one: string; many: string };

type Counted = Pick<PageResponse, 'total' | 'isTotalExact'> & {
  shown: number;
  /** The number of rows on previous pages. Undefined if unknown. */
  before: number | undefined;
  isNewestFirst: boolean;
};

/** "3 orders", "newest 100 of 12,345 orders", "orders 101-200 of more than 1,000". */
export function countWords(
  { shown, total, isTotalExact, before, isNewestFirst }: Counted,
  { one, many }: Noun,
): string {
  const figure = total.toLocaleString('en-US');
  if (isTotalExact && shown === total) return total === 1 ? `1 ${one}` : `${figure} ${many}`;
  const of = `of ${isTotalExact ? '' : 'more than '}${figure}`;
  if (before === undefined) return `${shown} ${of} ${many}`;
  if (before === 0) return `${isNewestFirst ? 'newest' : 'first'} ${shown} ${of} ${many}`;
  const last = (before + shown).toLocaleString('en-US');
  return `${many} ${(before + 1).toLocaleString('en-US')}-${last} ${of}`;
}
