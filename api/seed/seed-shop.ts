import { newCase } from '../src/db/cases.ts';
import { eq } from 'drizzle-orm';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { BusinessHours } from '../src/base/business-hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/base/units.ts';
import { currentCatalog } from '../src/db/catalogs.ts';
import type { Db } from '../src/db/client.ts';
import { ORDER_COUNTER } from '../src/db/next-number.ts';
import { formTables, type SubmissionRow } from '../src/db/schema/forms.ts';
import { promises } from '../src/db/schema/fulfillment.ts';
import { orders, sequenceCounter } from '../src/db/schema/orders.ts';
import * as searchIndex from '../src/db/search/search-index.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { reductionOf } from '../src/money/promo-codes/promo-store.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { appendTo, lastId } from './append-to.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { createCaseWriter } from './seed-case.ts';
import { createEmailWriter } from './seed-emails.ts';
import { storeFiles } from './seed-files.ts';
import { sampleForm, type FormFacts } from './seed-forms.ts';
import { createMoneyWriter } from './seed-money.ts';
import { sampleOrder } from './seed-orders.ts';
import { seedQuotes } from './seed-quotes.ts';
import { createFunnel, createUnfinishedWriter, pickPromo, pickSource } from './seed-sales.ts';
import { firstDueDays, sampleService, workOf, type SampledPromise, type Work } from './seed-work.ts';
import { createArrivals, createWorkTime } from './work-time.ts';

const BATCH = 20_000;
const SEARCH_BYTES = 256 * 1024 ** 2;
/** SQLite's own default. */
const USUAL_SEARCH_BYTES = 1024 ** 2;
/** Many orders take longer, at the pace of a busy shop. */
const PERIOD_MS = 12 * 7 * DAY_MS;
const PACE_MS = 7 * MINUTE_MS;
/** The newest orders also get reminders, invoices, versions, messages, notes, and files. */
const RICH_ORDERS = 600;
/** For a form or a payment. Older orders wait for neither, but for a few forms. */
const WAITING_DAYS = 16;
/** The default settings. */
const USUAL_HOURS: BusinessHours = {
  timeZone: 'America/New_York',
  periods: [{ opensAt: '09:00', closesAt: '17:00' }],
  days: [1, 2, 3, 4, 5],
  holidays: ['US'],
};

type Options = {
  hours?: BusinessHours;
  /** The shop's, from which quotes know their payments. */
  secret?: string;
  /** The IDs of who works on the orders, and where files are stored. Without them, no work is recorded. */
  studio?: { team: readonly number[]; dataDir: string };
  /** Invoices and credit notes of old orders, too. */
  hasAllDocuments?: boolean;
  onProgress?: (done: number) => void;
};

/**
 * Creates `count` sample orders of the last weeks with their payments, emails, forms, and the work on them, and
 * requests and visits. The same count and time always make the same shop.
 */
export async function seedShop(db: Db, count: number, now: Date, options: Options = {}): Promise<void> {
  const {
    hours = USUAL_HOURS,
    secret = '',
    studio,
    hasAllDocuments = false,
    onProgress = () => {},
  } = options;
  const catalog = currentCatalog(db);
  const from = new Date(now.getTime() - Math.max(PERIOD_MS, count * PACE_MS));
  const time = createWorkTime(hours, from, now);
  const arrivals = createArrivals(hours, from, now);
  /** Orders in 12 weeks. */
  const quarter = Math.min(count, PERIOD_MS / PACE_MS);
  const team = studio?.team ?? [];
  const files = studio && (await storeFiles(db, studio.dataDir));
  const writeCase = files && createCaseWriter(db, { team, files, time, now });
  const money = createMoneyWriter(db, { team, time, now });
  const writeEmails = createEmailWriter(db, now);
  const funnel = createFunnel(db);
  const unfinished = createUnfinishedWriter(db);
  const writePromise = appendTo(db, promises);
  const writeForm = {
    website: appendTo(db, formTables.website),
    voice: appendTo(db, formTables.voice),
    onhold: appendTo(db, formTables.onhold),
  };
  let lastOrder = lastId(db, orders);
  let lastNumber = db.select().from(sequenceCounter).where(isOrders).get()?.currentValue ?? 0;
  const nextNumber = (): string => `ORD-${++lastNumber}`;

  searchIndex.collectBytes(db, SEARCH_BYTES);
  for (let done = 0; done < count; done += BATCH) {
    const end = Math.min(count, done + BATCH);
    await inTransaction(db, () => seedBatch(done, end));
    onProgress(end);
  }
  searchIndex.collectBytes(db, USUAL_SEARCH_BYTES);
  await inTransaction(db, () => {
    money.documents();
    const sampler = createSampler(count);
    funnel.write(count, arrivals, sampler);
    seedQuotes(
      db,
      Math.max(12, Math.round(Math.min(quarter, RICH_ORDERS) * 0.06)),
      createSampler(count + 1),
      now,
      secret,
    );
    for (let left = Math.round(Math.min(quarter, RICH_ORDERS) * 0.08); left > 0; left -= 1) {
      const { at: createdAt } = arrivals.at(1 - (sampler.between(0, 0.3) * quarter) / count);
      unfinished.left(
        sampler,
        sampleOrder(sampler, { catalog, id: left, orderNumber: `${lastNumber}`, createdAt }),
      );
    }
  });

  function seedBatch(start: number, until: number): void {
    const seeded = Array.from({ length: until - start }, (_, nth) => seedOrder(start + nth));
    db.update(sequenceCounter).set({ currentValue: lastNumber }).where(isOrders).run();
    // Last, and together: almost any other statement makes SQLite write out the words it has collected.
    for (const { order, sent } of seeded) {
      const own = sent.map(({ row }) => row).filter(({ orderNumber }) => orderNumber === order.orderNumber);
      searchIndex.indexOrder(db, order, own);
    }
    for (const { form, row } of seeded.flatMap(({ sent }) => sent))
      searchIndex.indexSubmission(db, form, row);
  }

  function seedOrder(nth: number) {
    const orderNumber = nextNumber();
    const sampler = createSampler(lastNumber);
    const { chance, between } = sampler;
    const { at: createdAt, day } = arrivals.at((nth + between(0, 1)) / count);
    const ageDays = (now.getTime() - createdAt.getTime()) / DAY_MS;
    const rank = count - nth;
    const isStuck = rank > quarter * 0.04 && rank <= quarter * 0.2 && rank % 8 === 4;
    const isPending = !isStuck && ageDays < WAITING_DAYS && chance(0.08);
    const promo = pickPromo(sampler);
    const sample = sampleOrder(sampler, {
      catalog,
      id: ++lastOrder,
      orderNumber,
      createdAt,
      isPending,
      cameFrom: pickSource(sampler),
      promo: promo && reductionOf(promo),
    });
    const { order } = sample;
    const isCompleted = order.paymentStatus === 'completed';
    const formAt = isCompleted ? formTime(sampler, order, isStuck) : null;
    const work = workUntilNow(sampler, formAt ? order.serviceTypes : [], formAt ?? now, isStuck);
    order.workStatus = work.workStatus;
    order.dueAt = work.dueOf();
    order.deliveredAt = work.deliveredAt;
    if (formAt) order.missingForms = [];
    const isRich = rank <= RICH_ORDERS;
    money.order(sampler, sample, isRich || hasAllDocuments);
    seedPromises(orderNumber, work, isRich);
    writeEmails(order, formAt, isRich);
    if (isCompleted) {
      funnel.count(day, order);
      if (order.receivedAmountCents && ageDays < 28 && chance(0.08)) unfinished.recovered(sample);
    }
    if (isRich) writeCase?.(sampler, order, work);
    return { order, sent: [...seedForms(sampler, order, work), ...seedOthersForm(sampler, order)] };
  }

  /** Null while it is missing: some take their time, and a few never send it. */
  function formTime({ chance, between }: Sampler, { createdAt, serviceTypes }: Order, isStuck: boolean) {
    const [service = 'website'] = serviceTypes;
    const lateAt = time.after(now, -firstDueDays(service) - between(0.1, 0.9));
    if (isStuck) return lateAt > createdAt ? lateAt : createdAt;
    const ageDays = (now.getTime() - createdAt.getTime()) / DAY_MS;
    if (chance(ageDays < WAITING_DAYS ? 0.18 : 0.01)) return null;
    const sentAt = new Date(createdAt.getTime() + between(0.02, 1.8) ** 2 * DAY_MS);
    return sentAt > now ? null : sentAt;
  }

  function workUntilNow(
    sampler: Sampler,
    services: readonly ServiceId[],
    formAt: Date,
    isStuck = false,
  ): Work {
    const clock = { time, now };
    const all = services.map((service) => sampleService(sampler, service, formAt, { ...clock, isStuck }));
    return workOf(all, !isStuck && sampler.chance(0.1), clock);
  }

  /** Old orders keep the first promise of each service, so that a large shop is seeded fast. */
  function seedPromises(orderNumber: string, { services }: Work, isRich: boolean): void {
    const isStored = ({ keptAt }: SampledPromise, index: number) => isRich || index === 0 || keptAt === null;
    for (const promise of services.flatMap((service) => service.promises.filter(isStored)))
      writePromise({ caseId: newCase(orderNumber), ...promise });
  }

  function seedForms(sampler: Sampler, order: Order, { services, workStatus, dueOf }: Work) {
    const facts = {
      orderNumber: order.orderNumber,
      caseId: order.caseId,
      orderMatch: 'order-link',
      workStatus,
    } as const;
    return services.map(({ serviceId, formAt: timestamp }) =>
      seedForm(serviceId, sampler, order, { ...USUAL, ...facts, dueAt: dueOf(serviceId), timestamp }),
    );
  }

  /** Sometimes a request without an order, spam, or a form that names this order but comes from somebody else. */
  function seedOthersForm(sampler: Sampler, order: Order) {
    const { chance, pick, between } = sampler;
    const { id, createdAt, serviceTypes, orderNumber, workStatus } = order;
    const forms = SERVICE_IDS.filter((one) => one !== 'website' && !serviceTypes.includes(one));
    const timestamp = new Date(createdAt.getTime() + between(0.2, 2) * HOUR_MS);
    if (forms.length === 0 || timestamp > now || !chance(0.1)) return [];
    const form = pick(forms);
    const { order: sender } = sampleOrder(sampler, { catalog, id: id + 1, orderNumber: '', createdAt });
    const put = (
      facts: Pick<FormFacts, 'orderNumber' | 'orderMatch' | 'workStatus'> & Partial<FormFacts>,
    ) => {
      const caseId = newCase(facts.orderNumber);
      return [seedForm(form, sampler, sender, { ...USUAL, timestamp, caseId, ...facts })];
    };
    // The studio has looked at the old ones.
    const isOld = timestamp.getTime() < now.getTime() - 2 * WAITING_DAYS * DAY_MS;
    if (!isOld && chance(0.2))
      return put({ orderNumber, workStatus, orderMatch: 'other-email', isOutsideOrder: true });
    const request = { orderNumber: nextNumber(), orderMatch: 'request' } as const;
    if (!isOld && chance(0.6)) return put({ ...request, workStatus: 'new', quarantineReason: 'honeypot' });
    const work = workUntilNow(sampler, [form], timestamp);
    seedPromises(request.orderNumber, work, false);
    return put({ ...request, workStatus: work.workStatus, dueAt: work.dueOf() });
  }

  function seedForm(form: ServiceId, sampler: Sampler, order: Order, facts: Omit<FormFacts, 'id'>) {
    return { form, row: insertForm(form, sampler, order, facts) };
  }

  function insertForm(
    form: ServiceId,
    sampler: Sampler,
    order: Order,
    facts: Omit<FormFacts, 'id'>,
  ): SubmissionRow {
    switch (form) {
      case 'website':
        return inserted(writeForm.website, sampleForm(form, sampler, order, facts));
      case 'voice':
        return inserted(writeForm.voice, sampleForm(form, sampler, order, facts));
      case 'onhold':
        return inserted(writeForm.onhold, sampleForm(form, sampler, order, facts));
    }
  }
}

const USUAL = { isOutsideOrder: false, quarantineReason: null, dueAt: null };
const isOrders = eq(sequenceCounter.name, ORDER_COUNTER);

const inserted = <Row>(insert: (row: Row) => number, row: Row): Row & { id: number } => ({
  ...row,
  id: insert(row),
});
