import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms.ts';
import type { Db } from '../db/client.ts';
import { placeholders } from '../db/placeholders.ts';
import { formSubmissions, onHoldSubmissions, voiceAgentFormSubmissions } from '../db/schema.ts';

export type WebsiteRow = typeof formSubmissions.$inferSelect;
export type VoiceRow = typeof voiceAgentFormSubmissions.$inferSelect;
export type OnHoldRow = typeof onHoldSubmissions.$inferSelect;

/** What is stored of every form beside its answers. */
export type SubmissionRow = Pick<
  OnHoldRow,
  'id' | 'submissionKey' | 'contentHash' | 'orderNumber' | 'orderMatch' | 'quarantineReason' | 'timestamp'
>;
type Listed = { mailchimpStatus: MailchimpStatus | null };

/** What saving a form needs of its table, whatever the answers are. */
export type SubmissionTable<Row extends SubmissionRow> = {
  /** Belongs into a transaction. Gives the new row's id. */
  insert(row: Omit<Row, 'id'>): number;
  /** The row that the same content under the same key made before. */
  sentBefore(submissionKey: string, contentHash: string): Row | undefined;
  /** Newest first. Without `beforeId` it begins with the newest of all. */
  page(limit: number, beforeId?: number): Row[];
  total(): number;
};
/** The tables of those forms whose senders are offered the mailing list. */
export type ListedTable<Row extends SubmissionRow & Listed> = SubmissionTable<Row> & {
  recordMailchimpStatus(id: number, status: MailchimpStatus): void;
};

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

export function createSubmissionStore(db: Db) {
  return {
    website: listedTable<WebsiteRow>(db, formSubmissions),
    voice: listedTable<VoiceRow>(db, voiceAgentFormSubmissions),
    onhold: submissionTable<OnHoldRow>(db, onHoldSubmissions),
  };
}

type AnyListedTable = typeof formSubmissions | typeof voiceAgentFormSubmissions;
type AnyTable = AnyListedTable | typeof onHoldSubmissions;

function submissionTable<Row extends SubmissionRow>(db: Db, table: AnyTable): SubmissionTable<Row> {
  const insert = db.insert(table).values(placeholders(table)).returning({ id: table.id }).prepare();
  const sentBefore = db
    .select()
    .from(table)
    .where(
      and(
        eq(table.submissionKey, sql.placeholder('submissionKey')),
        eq(table.contentHash, sql.placeholder('contentHash')),
      ),
    )
    .prepare();
  const page = db
    .select()
    .from(table)
    .where(lt(table.id, sql.placeholder('beforeId')))
    .orderBy(desc(table.id))
    .limit(sql.placeholder('limit'))
    .prepare();
  const total = db.select({ total: count() }).from(table).prepare();
  // The tables differ in their answers only; which row belongs to which table is said once, in `createSubmissionStore`.
  return {
    insert: (row) => insert.get(row).id,
    sentBefore: (submissionKey, contentHash) =>
      sentBefore.get({ submissionKey, contentHash }) as unknown as Row | undefined,
    page: (limit, beforeId = Number.MAX_SAFE_INTEGER) => page.all({ beforeId, limit }) as unknown as Row[],
    total: () => total.get()?.total ?? 0,
  };
}

function listedTable<Row extends SubmissionRow & Listed>(db: Db, table: AnyListedTable): ListedTable<Row> {
  return {
    ...submissionTable<Row>(db, table),
    recordMailchimpStatus: (id, mailchimpStatus) => {
      db.update(table).set({ mailchimpStatus }).where(eq(table.id, id)).run();
    },
  };
}
