import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { DENTAL_FORM_LABELS } from '@northlight/shared/contracts/forms/dental-form.ts';
import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { createList } from '../../http/lists/list.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
import type { ListSubmissions } from '@northlight/shared/contracts/lists.ts';
import { eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import {
  formSubmissions,
  type formTables,
  onHoldSubmissions,
  voiceAgentFormSubmissions,
  type OnHoldRow,
  type VoiceRow,
  type WebsiteRow,
} from '../../db/schema/forms.ts';
import { NEXT_DUE } from '../../db/schema/orders.ts';
import { shownColumn } from '../../db/shown-work.ts';
import { listPage, type ListContext, type ListTable } from '../../http/lists/list-table.ts';

const FACTS = [
  'orderNumber',
  'timestamp',
  'workStatus',
  'orderMatch',
  'isOutsideOrder',
  'quarantineReason',
] as const;

/** The administrator's lists of received forms. */
export function submissionRoutes(mount: Mount, context: ListContext): void {
  const website = createList({
    page: pageOf<WebsiteRow>(context, formSubmissions, 'website'),
    present: presentWebsiteSubmission,
    columns: [...FACTS, ...namesOf(WEBSITE_FORM_LABELS)],
    empty: 'No form submissions found',
  });
  mount('GET /api/json/form-submissions', website.read('submissions'));
  mount('GET /api/json/form-submissions.csv', website.download);

  const voice = createList({
    page: pageOf<VoiceRow>(context, voiceAgentFormSubmissions, 'voice'),
    // The two forms have different answers, so the spreadsheet has the columns of both.
    present: presentVoiceSubmission,
    columns: [
      ...new Set([...FACTS, 'formType', ...namesOf(VOICE_FORM_LABELS), ...namesOf(DENTAL_FORM_LABELS)]),
    ],
    empty: 'No AI Voice Agent submissions found',
  });
  mount('GET /api/json/voice-agent-submissions', voice.read('submissions'));
  mount('GET /api/json/voice-agent-submissions.csv', voice.download);

  const onHold = createList({
    page: pageOf<OnHoldRow>(context, onHoldSubmissions, 'onhold'),
    present: presentOnHoldSubmission,
    columns: [...FACTS, ...namesOf(ON_HOLD_FORM_LABELS)],
    empty: 'No on-hold submissions found',
  });
  mount('GET /api/json/on-hold-submissions', onHold.read('submissions'));
  mount('GET /api/json/on-hold-submissions.csv', onHold.download);
}

/** The answers of a form, without the order number, which has its own column. */
function namesOf<Name extends string>(labels: Record<Name, string>): Exclude<Name, 'orderNumber'>[] {
  const isAnswer = (name: string): name is Exclude<Name, 'orderNumber'> => name !== 'orderNumber';
  return Object.keys(labels).filter(isAnswer);
}

type FormTable = (typeof formTables)[ServiceId];

function pageOf<Row extends { id: number }>(
  { db, settings }: ListContext,
  table: FormTable,
  name: ServiceId,
) {
  const list: ListTable = { table, name, time: table.timestamp, search: `${getTableName(table)}_search` };
  return (query: ListSubmissions) =>
    listPage<Row>(db, list, query, {
      columns: { ...getTableColumns(table), workStatus: shownColumn(table) },
      filters: [
        ...flagFilter(query),
        ...(query.kind && 'formType' in table ? [eq(table.formType, query.kind)] : []),
      ],
      // Imported and restored rows didn't arrive in the order of their times.
      sort: {
        by: query.sort === 'due' ? NEXT_DUE : sql`${table.timestamp}`,
        isDescending: query.sort === 'newest',
      },
      hours: settings.hours,
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
