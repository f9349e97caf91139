import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { formSubmissions, onHoldSubmissions, voiceAgentFormSubmissions } from '../../db/schema/forms.ts';
import { NEXT_DUE } from '../../db/schema/orders.ts';
import { shownColumn } from '../../db/shown-work.ts';
import { listPage, type ListTable } from '../../http/lists/list-table.ts';
import type { OnHoldRow, VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';
import type { ListSubmissions } from '@northlight/shared/contracts/lists.ts';

const common = (
  table: typeof formSubmissions | typeof voiceAgentFormSubmissions | typeof onHoldSubmissions,
) => ({
  table,
  time: table.timestamp,
});

const LISTS = {
  website: {
    ...common(formSubmissions),
    search: 'form_submissions_search',
    name: 'website',
  },
  voice: {
    ...common(voiceAgentFormSubmissions),
    search: 'voice_agent_form_submissions_search',
    name: 'voice',
  },
  onhold: {
    ...common(onHoldSubmissions),
    search: 'on_hold_submissions_search',
    name: 'onhold',
  },
} satisfies Record<string, ListTable>;

export const listWebsiteForms = pageOf<WebsiteRow>(LISTS.website);
export const listVoiceForms = pageOf<VoiceRow>(LISTS.voice, ({ kind }) =>
  kind ? [eq(voiceAgentFormSubmissions.formType, kind)] : [],
);
export const listOnHoldForms = pageOf<OnHoldRow>(LISTS.onhold);

function pageOf<Row extends { id: number }>(
  list: ReturnType<typeof common> & ListTable,
  own: (query: ListSubmissions) => SQL[] = () => [],
) {
  return (db: Db, query: ListSubmissions) =>
    listPage<Row>(db, list, query, {
      columns: { ...getTableColumns(list.table), workStatus: shownColumn(list.table) },
      filters: [...flagFilter(query), ...own(query)],
      sort: { by: query.sort === 'due' ? NEXT_DUE : null, isDescending: query.sort === 'newest' },
    });
}

/** Must match the partial indexes word for word. */
const FLAGS = {
  quarantine: `quarantine_reason IS NOT NULL`,
  'not-quarantine': `quarantine_reason IS NULL`,
  unverified: `order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order')`,
  none: `quarantine_reason IS NULL AND order_match NOT IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order') AND NOT is_outside_order`,
};

function flagFilter({ flag }: ListSubmissions): SQL[] {
  return flag ? [sql.raw(FLAGS[flag])] : [];
}
