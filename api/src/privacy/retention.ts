import { orderNumberOf } from '../db/cases.ts';
import type { CaseId } from '../db/schema/columns.ts';
import { and, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { Kept } from '@northlight/shared/catalog/retention.ts';
import type { AppContext } from '../money/context.ts';
import { trimAudit } from '../db/audit-log.ts';
import type { Db } from '../db/client.ts';
import { orderFiles } from '../db/schema/files.ts';
import { formTables } from '../db/schema/forms.ts';
import { orderMessages } from '../db/schema/fulfillment.ts';
import { sentEmails } from '../db/schema/messages.ts';
import { orders } from '../db/schema/orders.ts';
import { webhookEvents } from '../db/schema/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import * as quoteStore from '../money/quotes/quote-store.ts';
import * as webhookStore from '../messages/webhooks/webhook-store.ts';
import { eraseAnswers } from './erase-person.ts';
import { DAY_MS } from '../base/units.ts';

/** Orders in one transaction, so that customers never wait long. */
const BATCH = 50;

type Context = Pick<AppContext, 'db' | 'now' | 'settings'>;

/** Deletes a batch. Returns true when there may be more. */
export async function deleteOld({ db, now, settings }: Context): Promise<boolean> {
  const before = (kind: keyof Kept) => new Date(now().getTime() - settings[kind] * DAY_MS);
  return inTransaction(db, () => {
    trimAudit(db);
    webhookStore.removeBefore(db, before('webhooksDays'));
    db.delete(sentEmails)
      .where(
        sql`${sentEmails.outboxId} IN (SELECT id FROM outbox WHERE sent_at < ${before('emailsDays').getTime()})`,
      )
      .run();
    db.update(webhookEvents)
      .set({ body: '{}' })
      .where(
        and(
          lt(webhookEvents.receivedAt, before('providerEventsDays')),
          isNotNull(webhookEvents.processedAt),
          ne(webhookEvents.body, '{}'),
        ),
      )
      .run();
    const quarantined = SERVICE_IDS.flatMap((form) => {
      const table = formTables[form];
      const isOld = and(isNotNull(table.quarantineReason), lt(table.timestamp, before('quarantineDays')));
      const rows = db.select().from(table).where(isOld).limit(BATCH).all();
      return rows.map((row) => ({ form, row }));
    });
    eraseAnswers(db, { cases: [], forms: quarantined, files: [] });
    const cases = oldCases(db, before('answersDays'));
    const forms = SERVICE_IDS.flatMap((form) => {
      const table = formTables[form];
      return db
        .select()
        .from(table)
        .where(inArray(table.caseId, cases))
        .all()
        .map((row) => ({ form, row }));
    });
    const files = db.select().from(orderFiles).where(inArray(orderFiles.caseId, cases)).all();
    eraseAnswers(db, { cases, forms, files });
    const unsold = quoteStore.unsoldBefore(db, before('answersDays'), BATCH);
    // The messages of a case with an order stay as long as that.
    const own = unsold.filter(({ caseId }) => orderNumberOf(db, caseId) === undefined);
    eraseAnswers(db, { cases: own.map(({ caseId }) => caseId), forms: [], files: [] });
    for (const { id } of unsold) quoteStore.remove(db, id);
    return [quarantined, cases, unsold].some(({ length }) => length === BATCH);
  });
}

/** Cases with answers, files, or messages, the newest of which is older than this. */
function oldCases(db: Db, before: Date): CaseId[] {
  const content = [...Object.values(formTables), orderFiles, orderMessages].map((table) => {
    const at = 'timestamp' in table ? table.timestamp : table.createdAt;
    return sql`SELECT ${table.caseId} AS caseId, ${at} AS at FROM ${table} WHERE ${table.caseId} IS NOT NULL`;
  });
  const rows = db.all<{ caseId: CaseId }>(
    sql`SELECT caseId FROM (${sql.join(content, sql` UNION ALL `)}) GROUP BY caseId
      HAVING max(at) < ${before.getTime()}
        AND NOT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.caseId} = caseId AND ${orders.createdAt} >= ${before.getTime()})
      LIMIT ${BATCH}`,
  );
  return rows.map(({ caseId }) => caseId);
}
