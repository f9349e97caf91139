import { and, eq } from 'drizzle-orm';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import type { Db } from '../../db/client.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { placeholders, prepared } from '../../db/prepared.ts';
import {
  formSubmissions,
  type OnHoldRow,
  onHoldSubmissions,
  type SubmissionRow,
  voiceAgentFormSubmissions,
  type VoiceRow,
  type WebsiteRow,
} from '../../db/schema/forms.ts';

type Listed = { mailchimpStatus: MailchimpStatus | null };

/** What saving a form needs of its table. */
export type SubmissionTable<Row extends SubmissionRow> = {
  /** Call it inside a transaction. Returns the new row's ID. */
  insert(db: Db, row: Omit<Row, 'id'>): number;
  /** The row stored earlier for the same key and content. */
  sentBefore(db: Db, submissionKey: string, contentHash: string): Row | undefined;
  byId(db: Db, id: number): Row | undefined;
  /** Oldest first. */
  ofCase(db: Db, caseId: CaseId): Row[];
  /** Replaces the answers with corrected ones. */
  correct(db: Db, id: number, row: Omit<Row, keyof SubmissionRow> & Partial<SubmissionRow>): void;
  /** Moves it out of quarantine. */
  release(db: Db, id: number): void;
  /** From then on it counts as the customer's own. */
  verify(db: Db, id: number, orderMatch: 'accepted' | 'order-link'): void;
};

/** The tables of forms whose senders can join the mailing list. */
export type ListedTable<Row extends SubmissionRow & Listed> = SubmissionTable<Row> & {
  recordMailchimpStatus(db: Db, id: number, status: MailchimpStatus): void;
};

type AnyListedTable = typeof formSubmissions | typeof voiceAgentFormSubmissions;
type AnyTable = AnyListedTable | typeof onHoldSubmissions;

export const submissionTables = {
  website: listedTable<WebsiteRow>(formSubmissions),
  voice: listedTable<VoiceRow>(voiceAgentFormSubmissions),
  onhold: submissionTable<OnHoldRow>(onHoldSubmissions),
};

/** The forms of a case, oldest first within a service. */
export const formsOfCase = (db: Db, caseId: CaseId) =>
  SERVICE_IDS.flatMap((form) => submissionTables[form].ofCase(db, caseId).map((row) => ({ form, row })));

function submissionTable<Row extends SubmissionRow>(table: AnyTable): SubmissionTable<Row> {
  // Empty in a new row, and Drizzle's placeholders do not accept an empty time.
  const { dueAt: _due, ...columns } = placeholders(table);
  const insertStatement = prepared((db) => db.insert(table).values(columns).returning({ id: table.id }));
  const sentBeforeStatement = prepared((db, given) =>
    db
      .select()
      .from(table)
      .where(
        and(eq(table.submissionKey, given('submissionKey')), eq(table.contentHash, given('contentHash'))),
      ),
  );
  // The tables only differ in their answers. The table of each row type is declared above.
  return {
    insert: (db, row) => insertStatement(db).get(row).id,
    byId: (db, id) => db.select().from(table).where(eq(table.id, id)).get() as unknown as Row | undefined,
    ofCase: (db, caseId) =>
      db.select().from(table).where(eq(table.caseId, caseId)).orderBy(table.id).all() as unknown as Row[],
    correct: (db, id, row) => {
      db.update(table).set(row).where(eq(table.id, id)).run();
    },
    release: (db, id) => {
      db.update(table).set({ quarantineReason: null }).where(eq(table.id, id)).run();
    },
    verify: (db, id, orderMatch) => {
      db.update(table).set({ orderMatch }).where(eq(table.id, id)).run();
    },
    sentBefore: (db, submissionKey, contentHash) =>
      sentBeforeStatement(db).get({ submissionKey, contentHash }) as unknown as Row | undefined,
  };
}

function listedTable<Row extends SubmissionRow & Listed>(table: AnyListedTable): ListedTable<Row> {
  return {
    ...submissionTable<Row>(table),
    recordMailchimpStatus: (db, id, mailchimpStatus) => {
      db.update(table).set({ mailchimpStatus }).where(eq(table.id, id)).run();
    },
  };
}
