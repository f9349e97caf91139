import { DENTAL_FORM_LABELS } from '@northlight/shared/contracts/forms/dental-form.ts';
import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import type { Db } from '../../db/client.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { createList } from '../../http/lists/list.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
import type { ListSubmissions } from '@northlight/shared/contracts/lists.ts';
import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import {
  formSubmissions,
  onHoldSubmissions,
  voiceAgentFormSubmissions,
  type OnHoldRow,
  type VoiceRow,
  type WebsiteRow,
} from '../../db/schema/forms.ts';
import { NEXT_DUE } from '../../db/schema/orders.ts';
import { shownColumn } from '../../db/shown-work.ts';
import { listPage, type ListTable } from '../../http/lists/list-table.ts';

const FACTS = [
  'orderNumber',
  'timestamp',
  'workStatus',
  'orderMatch',
  'isOutsideOrder',
  'quarantineReason',
] as const;

/** The administrator's lists of received forms. */
export function submissionRoutes(mount: Mount, db: Db): void {
  const website = createList({
    page: (query: ListSubmissions) => listWebsiteForms(db, query),
    present: presentWebsiteSubmission,
    columns: [...FACTS, ...namesOf(WEBSITE_FORM_LABELS)],
    empty: 'No form submissions found',
  });
  mount('GET /api/json/form-submissions', (input) => {
    const { facts, rows } = website.read(input);
    return { ...facts, submissions: rows };
  });
  mount('GET /api/json/form-submissions.csv', website.download);

  const voice = createList({
    page: (query: ListSubmissions) => listVoiceForms(db, query),
    // The two forms have different answers, so the spreadsheet has the columns of both.
    present: presentVoiceSubmission,
    columns: [
      ...new Set([...FACTS, 'formType', ...namesOf(VOICE_FORM_LABELS), ...namesOf(DENTAL_FORM_LABELS)]),
    ],
    empty: 'No AI Voice Agent submissions found',
  });
  mount('GET /api/json/voice-agent-submissions', (input) => {
    const { facts, rows } = voice.read(input);
    return { ...facts, submissions: rows };
  });
  mount('GET /api/json/voice-agent-submissions.csv', voice.download);

  const onHold = createList({
    page: (query: ListSubmissions) => listOnHoldForms(db, query),
    present: presentOnHoldSubmission,
    columns: [...FACTS, ...namesOf(ON_HOLD_FORM_LABELS)],
    empty: 'No on-hold submissions found',
  });
  mount('GET /api/json/on-hold-submissions', (input) => {
    const { facts, rows } = onHold.read(input);
    return { ...facts, submissions: rows };
  });
  mount('GET /api/json/on-hold-submissions.csv', onHold.download);
}

/** The answers of a form, without the order number, which has its own column. */
function namesOf<Name extends string>(labels: Record<Name, string>): Exclude<Name, 'orderNumber'>[] {
  const isAnswer = (name: string): name is Exclude<Name, 'orderNumber'> => name !== 'orderNumber';
  return Object.keys(labels).filter(isAnswer);
}

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
