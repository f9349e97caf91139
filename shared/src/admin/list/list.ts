import type { ComponentType } from 'react';
import type { Right } from '../../contracts/rights.ts';
import type { PageResponse } from '../../contracts/lists.ts';
import type { Select, Options } from './filters.tsx';
import type { ListedBy, ListSearch } from './list-search.ts';

/** The configuration of a list. `ListPage` renders it. */
export type List<Page extends PageResponse = PageResponse, Row = unknown> = {
  title: string;
  noun: Noun;
  /** The text of an empty list. */
  empty: string;
  /** What an empty view means, and what to do next. */
  Empty?: ComponentType<{ search: ListSearch }>;
  call: ListedBy;
  /** The right to download the list as a spreadsheet, if it can be. */
  csvRight?: Right;
  /** The label of the search box, such as "Search orders". */
  searchLabel: string;
  selects: readonly Select[];
  /** Whether dates are filters, too. */
  hasDates?: boolean;
  /** Further options of the filters, which depend on the data. */
  moreOptions?: (response: Page) => Partial<Record<Select['name'], Options>>;
  /** The newest rows come first without it. */
  sorts?: Options;
  /** The one filled button. */
  Head?: ComponentType;
  /** Quiet actions. */
  Menu?: ComponentType;
  /** The views of the list, before the filters. */
  Above?: ComponentType<{ page: Page | undefined }>;
  rowsOf: (response: Page) => readonly Row[];
  Table: ComponentType<{ rows: readonly Row[] }>;
};

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
