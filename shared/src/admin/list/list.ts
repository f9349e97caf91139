import type { ComponentType } from 'react';
import type { PageAnswer } from '../../contracts/admin/lists.ts';
import type { Select } from './filters.tsx';
import type { Noun } from './list-labels.ts';
import type { ListSearch } from './list-search.ts';
import type { Options } from './select-filter.tsx';

/** All that distinguishes one list of the dashboard from another. `ListPage` shows it. */
export type List<Answer extends PageAnswer = PageAnswer, Row = unknown> = {
  title: string;
  noun: Noun;
  /** What an empty list says. */
  empty: string;
  path: string;
  csvPath: string;
  /** What the list understands of its address. */
  readSearch: (raw: Readonly<Record<string, unknown>>) => ListSearch;
  /** What the search box finds, such as "Search orders". */
  searchLabel: string;
  /** The list's own filters; every list has the work status and the days. */
  selects: readonly Select[];
  sorts: Options;
  /** Between the heading and the filters. */
  Above?: ComponentType;
  rowsOf: (answer: Answer) => readonly Row[];
  Table: ComponentType<{ rows: readonly Row[] }>;
};
