import { sql } from 'drizzle-orm';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SALE_STEPS, type CameFrom } from '@northlight/shared/contracts/funnel.ts';
import type { Db } from '../src/db/client.ts';
import { campaigns, promoCodes, stepCounts, unfinishedCheckouts } from '../src/db/schema/sales.ts';
import * as funnelStore from '../src/money/funnel/funnel-store.ts';
import type { PromoCode } from '../src/money/promo-codes/promo-store.ts';
import type { Unfinished } from '../src/money/unfinished-checkouts/unfinished-store.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { appendTo } from './append-to.ts';
import type { Sampler } from './sampler.ts';
import type { Sample } from './seed-orders.ts';
import type { Arrivals } from './work-time.ts';

const NONE: CameFrom = { source: '', medium: '', campaign: '', referrer: '', promo: '' };
/** Where visits come from, with the share of all visits. */
const SOURCES: readonly { cameFrom: CameFrom; share: number }[] = [
  { cameFrom: NONE, share: 0.3 },
  { cameFrom: { ...NONE, source: 'google', medium: 'cpc', campaign: 'small business website' }, share: 0.3 },
  { cameFrom: { ...NONE, referrer: 'google.com' }, share: 0.2 },
  { cameFrom: { ...NONE, source: 'newsletter', medium: 'email', campaign: 'fall offer' }, share: 0.1 },
  { cameFrom: { ...NONE, source: 'facebook', medium: 'social' }, share: 0.1 },
];
/** Visits for each order that reach a step and do not order, and how many of them want a service. */
const LOST = [30, 6, 1.5, 0.4, 0];
const WANTED: Record<ServiceId, number> = { website: 0.6, voice: 0.35, onhold: 0.3 };
/** The dashboard shows 90 days. */
const DAYS = 91;

const anyCode = { amountOffCents: 0, percentOff: null, serviceIds: null, startsOn: null, endsOn: null };
const noLimit = { maxUses: null, maxUsesPerEmail: null, isActive: true };
/** SAVE50 is in every shop. Audio costs nothing with FREEAUDIO, which is used most. */
const CODES: readonly PromoCode[] = [
  { ...anyCode, ...noLimit, code: 'SAVE50', amountOffCents: 5_000 },
  { ...anyCode, ...noLimit, code: 'WELCOME10', percentOff: 10 },
  { ...anyCode, ...noLimit, code: 'FREEAUDIO', percentOff: 100, serviceIds: ['onhold'] },
];

export const pickSource = ({ pick }: Sampler): CameFrom =>
  pick(SOURCES.flatMap(({ cameFrom, share }) => Array.from({ length: share * 10 }, () => cameFrom)));

export function pickPromo({ chance, pick }: Sampler): PromoCode | null {
  return chance(0.2) ? pick([...CODES, ...CODES.slice(-1)]) : null;
}

type Sold = { count: number; cents: number; services: Record<ServiceId, number> };

/** Counts the orders of each day by source, and writes the visits around them. */
export function createFunnel(db: Db) {
  const sold = new Map<string, Sold>();
  const keyOf = (day: string, cameFrom: CameFrom | null) => day + JSON.stringify(cameFrom);
  const none = (): Sold => ({ count: 0, cents: 0, services: { website: 0, voice: 0, onhold: 0 } });
  db.insert(promoCodes)
    .values([...CODES])
    .onConflictDoNothing()
    .run();
  return {
    count: (day: string, { cameFrom, receivedAmountCents, serviceTypes }: Order): void => {
      const sum = sold.get(keyOf(day, cameFrom)) ?? none();
      sum.count += 1;
      sum.cents += receivedAmountCents ?? 0;
      for (const service of serviceTypes) sum.services[service] += 1;
      sold.set(keyOf(day, cameFrom), sum);
    },
    /** Call it inside a transaction. */
    write: (orders: number, { days }: Arrivals, { between }: Sampler): void => {
      db.insert(campaigns)
        .values(SOURCES.map(({ cameFrom }) => cameFrom))
        .onConflictDoNothing()
        .run();
      const known = funnelStore.labels(db);
      for (const { day, share: ofDay } of days.slice(-DAYS)) {
        for (const { cameFrom, share } of SOURCES) {
          const { count, cents, services } = sold.get(keyOf(day, cameFrom)) ?? none();
          const isSame = (row: CameFrom) =>
            Object.entries(cameFrom).every(([name, label]) => row[name as keyof CameFrom] === label);
          const campaignId = known.find(isSame)?.id ?? 0;
          const scale = orders * ofDay * share * between(0.8, 1.2);
          // The same for all steps, so that none has more than the one before.
          const rest = between(0, 1);
          for (const [index, step] of SALE_STEPS.entries()) {
            const lost = Math.floor(scale * (LOST[index] ?? 0) + rest);
            const add = (service: ServiceId | '', visits: number, paid = 0) => {
              if (visits > 0) put({ day, campaignId, step, service, count: visits, cents: paid });
            };
            add('', lost + count, step === 'paid' ? cents : 0);
            for (const id of SERVICE_IDS) add(id, Math.floor(lost * WANTED[id] + rest) + services[id]);
          }
        }
      }
    },
  };

  function put(row: typeof stepCounts.$inferInsert): void {
    const { day, campaignId, step, service } = stepCounts;
    const set = { count: sql`count + excluded.count`, cents: sql`cents + excluded.cents` };
    db.insert(stepCounts)
      .values(row)
      .onConflictDoUpdate({ target: [day, campaignId, step, service], set })
      .run();
  }
}

const NOTHING = { resumedAs: null, information: null, linkFor: null, recoveredCents: null };

/** Writes checkouts that were not paid, or were finished later with a link. */
export function createUnfinishedWriter(db: Db) {
  const append = appendTo(db, unfinishedCheckouts);
  const write = (order: Order, more: Pick<Unfinished, 'step'> & Partial<Unfinished>): void => {
    const { orderNumber, serviceTypes: serviceIds, isYearly, promoCode, extraRevisions, createdAt } = order;
    const addonIds = extraRevisions ? (['revisions'] as const) : [];
    append({
      checkoutId: `left-${orderNumber}-${createdAt.getTime()}`,
      bundle: { serviceIds, addonIds: [...addonIds], isYearly, promoCode: promoCode ?? '' },
      dueCents: order.initialPaymentCents,
      createdAt,
      updatedAt: createdAt,
      ...NOTHING,
      ...more,
    });
  };
  return {
    left: ({ chance }: Sampler, { order }: Sample): void => {
      const { firstName, lastName, email, phone, businessName, businessDescription } = order;
      const who = { firstName, lastName, email, phone, businessName, businessDescription };
      const where = {
        country: 'US',
        state: order.state ?? '',
        city: order.city ?? '',
        postalCode: '',
        address: '',
      };
      const typed = { information: { ...who, ...where }, linkFor: email };
      write(order, { step: chance(0.6) ? 'information' : 'payment', ...(chance(0.4) && typed) });
    },
    recovered: ({ order }: Sample): void => {
      const { checkoutId: resumedAs, receivedAmountCents: recoveredCents } = order;
      write(order, { step: 'payment', resumedAs, recoveredCents });
    },
  };
}
