import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { CameFrom, SaleStep } from '@northlight/shared/contracts/funnel.ts';
import type { Db } from '../../db/client.ts';
import { placeholders, prepared } from '../../db/prepared.ts';
import { campaigns, stepCounts } from '../../db/schema/sales.ts';
import { dateBefore } from '../../base/business-hours.ts';

/**
 * Visits of more campaigns than this on one day are counted together, so that nobody can fill the disk. Campaigns
 * that have sold something keep their own counts, and so does every sale.
 */
const CAMPAIGNS_A_DAY = 200;
const NONE: CameFrom = { source: '', medium: '', campaign: '', referrer: '', promo: '' };
const OTHERS: CameFrom = { ...NONE, source: 'others' };

export type Counted = {
  day: string;
  step: SaleStep;
  services: readonly ServiceId[];
  /** False if only the services are new in this step. */
  isFirst: boolean;
  cameFrom: CameFrom | null;
  cents: number;
};

const addStatement = prepared((db) =>
  db
    .insert(stepCounts)
    .values(placeholders(stepCounts))
    .onConflictDoUpdate({
      target: [stepCounts.day, stepCounts.campaignId, stepCounts.step, stepCounts.service],
      set: { count: sql`count + 1`, cents: sql`cents + excluded.cents` },
    }),
);

const idStatement = prepared((db, given) =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.source, given('source')),
        eq(campaigns.medium, given('medium')),
        eq(campaigns.campaign, given('campaign')),
        eq(campaigns.referrer, given('referrer')),
        eq(campaigns.promo, given('promo')),
      ),
    ),
);

const ofDayStatement = prepared((db, given) =>
  db
    .select({ campaignId: stepCounts.campaignId })
    .from(stepCounts)
    .where(and(eq(stepCounts.day, given('day')), eq(stepCounts.campaignId, given('campaignId'))))
    .limit(1),
);

const soldStatement = prepared((db, given) =>
  db
    .select({ campaignId: stepCounts.campaignId })
    .from(stepCounts)
    .where(and(eq(stepCounts.campaignId, given('campaignId')), sql`cents > 0`))
    .limit(1),
);

/** Deletes what is older than `keptDays` with the first count of a day. Call it inside a transaction. */
export function count(db: Db, counted: Counted, keptDays: number): void {
  const { day, step, services, isFirst, cents } = counted;
  const campaignId = campaignOf(db, counted, keptDays);
  const add = (service: ServiceId | '', cents: number) =>
    addStatement(db).run({ day, campaignId, step, service, count: 1, cents });
  if (isFirst) add('', cents);
  for (const service of services) add(service, 0);
}

function campaignOf(db: Db, { day, cameFrom: given, cents }: Counted, keptDays: number): number {
  const cameFrom = given ?? NONE;
  const known = idStatement(db).get(cameFrom)?.id;
  if (known !== undefined && ofDayStatement(db).get({ day, campaignId: known })) return known;
  const today = db
    .select({ campaigns: sql<number>`count(DISTINCT ${stepCounts.campaignId})` })
    .from(stepCounts)
    .where(eq(stepCounts.day, day))
    .get();
  if (!today?.campaigns) dropBefore(db, dateBefore(day, keptDays));
  const isFull = (today?.campaigns ?? 0) >= CAMPAIGNS_A_DAY;
  const sells =
    cents > 0 || (known !== undefined && soldStatement(db).get({ campaignId: known }) !== undefined);
  const labels = isFull && !sells ? OTHERS : cameFrom;
  return (
    idStatement(db).get(labels)?.id ??
    db.insert(campaigns).values(labels).returning({ id: campaigns.id }).get().id
  );
}

function dropBefore(db: Db, day: string): void {
  db.delete(stepCounts).where(lt(stepCounts.day, day)).run();
  db.run(sql`DELETE FROM ${campaigns} WHERE id NOT IN (SELECT campaign_id FROM ${stepCounts})`);
}

/** The sums since a day, by campaign, step and service. */
export function since(db: Db, day: string) {
  return db
    .select({
      campaignId: stepCounts.campaignId,
      step: stepCounts.step,
      service: stepCounts.service,
      count: sql<number>`sum(${stepCounts.count})`,
      cents: sql<number>`sum(${stepCounts.cents})`,
    })
    .from(stepCounts)
    .where(gte(stepCounts.day, day))
    .groupBy(stepCounts.campaignId, stepCounts.step, stepCounts.service)
    .all();
}

export const labels = (db: Db) => db.select().from(campaigns).all();
