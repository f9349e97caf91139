import type { ComponentType } from 'react';
import type { Right } from '../../contracts/rights.ts';
import type { PageResponse } from '../../contracts/lists.ts';
import type { ListCall } from '../base/reads.ts';
import type { Select } from './filters.tsx';
import type { Noun } from './list-labels.ts';
import type { ListSearch } from './list-search.ts';
import type { Options } from './select-filter.tsx';

/** The configuration of a list. `ListPage` renders it. */
export type List<Page extends PageResponse = PageResponse, Row = unknown> = {
  title: string;
  noun: Noun;
  /** The text of an empty list. */
  empty: string;
  call: ListCall;
  /** The right to download the list as a spreadsheet. */
  csvRight: Right;
  /** Reads the URL parameters that this list supports. */
  readSearch: (raw: Readonly<Record<string, unknown>>) => ListSearch;
  /** The label of the search box, such as "Search orders". */
  searchLabel: string;
  /** The filters of this list. Every list also has dates. */
  selects: readonly Select[];
  sorts: Options;
  /** Shown between the heading and the filters. */
  Above?: ComponentType;
  rowsOf: (answer: Page) => readonly Row[];
  Table: ComponentType<{ rows: readonly Row[] }>;
};
