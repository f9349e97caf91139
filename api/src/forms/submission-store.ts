import { and, eq, ne, sql } from 'drizzle-orm';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import type { WorkStatus } from '@northlight/shared/contracts/admin/lists.ts';
import type { Db } from '../db/client.ts';
import { placeholders } from '../db/placeholders.ts';
import { formSubmissions, onHoldSubmissions, voiceAgentFormSubmissions } from '../db/schema.ts';

export type WebsiteRow = typeof formSubmissions.$inferSelect;
export type VoiceRow = typeof voiceAgentFormSubmissions.$inferSelect;
export type OnHoldRow = typeof onHoldSubmissions.$inferSelect;

/** What is stored of every form beside its answers. */
export type SubmissionRow = Pick<
  OnHoldRow,
  | 'id'
  | 'submissionKey'
  | 'contentHash'
  | 'orderNumber'
  | 'orderMatch'
  | 'isOutsideOrder'
  | 'quarantineReason'
  | 'timestamp'
  | 'workStatus'
>;
type Listed = { mailchimpStatus: MailchimpStatus | null };

/** What saving a form needs of its table, whatever the answers are. */
export type SubmissionTable<Row extends SubmissionRow> = {
  /** Belongs into a transaction. Gives the new row's id. */
  insert(row: Omit<Row, 'id'>): number;
  /** The row that the same content under the same key made before. */
  sentBefore(submissionKey: string, contentHash: string): Row | undefined;
  byId(id: number): Row | undefined;
  /** Oldest first. */
  ofOrder(orderNumber: string): Row[];
  has(orderNumber: string): boolean;
  /** False when that was its status already, or nothing has that number. */
  setWorkStatus(orderNumber: string, workStatus: WorkStatus): boolean;
  /** Out of quarantine. */
  release(id: number): void;
  /** It counts as the buyer's own from then on. */
  accept(id: number): void;
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
  const ofOrder = db
    .select()
    .from(table)
    .where(eq(table.orderNumber, sql.placeholder('orderNumber')))
    .orderBy(table.id)
    .prepare();
  // The tables differ in their answers only; which row belongs to which table is said once, in `createSubmissionStore`.
  return {
    insert: (row) => insert.get(row).id,
    byId: (id) => db.select().from(table).where(eq(table.id, id)).get() as unknown as Row | undefined,
    ofOrder: (orderNumber) => ofOrder.all({ orderNumber }) as unknown as Row[],
    has: (orderNumber) =>
      db.select({ id: table.id }).from(table).where(eq(table.orderNumber, orderNumber)).limit(1).get() !==
      undefined,
    setWorkStatus: (orderNumber, workStatus) =>
      db
        .update(table)
        .set({ workStatus })
        .where(and(eq(table.orderNumber, orderNumber), ne(table.workStatus, workStatus)))
        .run().changes > 0,
    release: (id) => {
      db.update(table).set({ quarantineReason: null }).where(eq(table.id, id)).run();
    },
    accept: (id) => {
      db.update(table).set({ orderMatch: 'accepted' }).where(eq(table.id, id)).run();
    },
    sentBefore: (submissionKey, contentHash) =>
      sentBefore.get({ submissionKey, contentHash }) as unknown as Row | undefined,
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
