import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { onTestFinished, expect, test } from 'vitest';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { outbox } from '../../db/schema/messages.ts';
import { payments } from '../../db/schema/payments.ts';
import { agreements, charges, demoAgreements } from '../../db/schema/recurring.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sampleOrder } from '../../../seed/emails/email-samples.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as demoStore from '../payments/demo/demo-store.ts';
import type { RecurringProvider } from '../payments/recurring.ts';
import { createDemoRecurring } from '../payments/demo/recurring.ts';
import { inFull, sample } from '../../../test/fixtures/long.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { actAsAdmin } from './act-on-agreement.ts';
import { actAsCustomer } from './act-as-customer.ts';
import * as agreementStore from './agreement-store.ts';
import { agreementVersion } from './present-agreement.ts';
import { checkDueAgreements } from './check-agreement.ts';
import { openAgreement } from './open-agreement.ts';
import { otherPeriodOf } from './change-period.ts';

const DAY = 24 * 60 * 60_000;
const MONTHS = 24;
const PER_ZONE = inFull(250, 10);
const FAULTS = 0.03;

/** Each with daylight saving on other days, and one with half an hour of it. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Auckland'];

/** The ends of months, a leap day, and the nights in which clocks change. */
const HARD_DAYS = [
  '2028-01-29T23:59:59.000Z',
  '2028-01-31T10:00:00.000Z',
  '2028-02-29T12:00:00.000Z',
  '2028-03-12T07:30:00.000Z',
  '2028-03-26T01:30:00.000Z',
  '2028-03-31T00:00:00.000Z',
  '2028-04-01T15:30:00.000Z',
];
const FIRST_DAY = Date.UTC(2028, 0, 1);
const LAST_DAY = Date.UTC(2030, 3, 10);

type Shop = TestApp & { random: () => number };

/** Loses a call before or after the provider acts, as a crash does. */
function unreliable(provider: RecurringProvider, random: () => number): RecurringProvider {
  const wrapped = (...[name, work]: [string, unknown]) => [
    name,
    async (...given: unknown[]) => {
      if (random() < FAULTS) throw new Error('The call is lost.');
      const answer = await (work as (...given: unknown[]) => Promise<unknown>)(...given);
      if (random() < FAULTS) throw new Error('The answer is lost.');
      return answer;
    },
  ];
  // Each method keeps its type.
  return Object.fromEntries(Object.entries(provider).map(([name, work]) => wrapped(name, work))) as never;
}

async function buy({ db, context, random }: Shop, nth: number): Promise<void> {
  const isYearly = random() < 0.2;
  const hardDay = HARD_DAYS[nth % (HARD_DAYS.length * 2)];
  const createdAt = new Date(hardDay ?? FIRST_DAY + Math.floor(random() * 90 * DAY));
  const price = computePrice(DEFAULT_CATALOG, { serviceIds: ['website'], addonIds: [], isYearly });
  const providerPaymentId = `paid-${nth}`;
  await demoStore.record(db, providerPaymentId, 'paid', createdAt, random() < 0.1);
  await inTransaction(db, () => {
    const { id: paymentId } = db
      .insert(payments)
      .values({
        provider: 'demo-card',
        attemptKey: `attempt-${nth}`,
        providerPaymentId,
        amountCents: price.dueTodayCents,
        status: 'paid',
        createdAt,
        updatedAt: createdAt,
      })
      .returning()
      .get();
    const { id: _id, orderNumber: _number, caseId: _case, lines, ...sample } = sampleOrder();
    const order = orderStore.insert(
      db,
      {
        ...sample,
        paymentId,
        createdAt,
        consent: { text: '', amountCents: 1, period: 'month', agreedAt: createdAt.toISOString() },
        isYearly,
        recurringPaymentCents: price.recurringCents,
        recurringPeriod: price.recurringPeriod,
      },
      lines,
    );
    openAgreement({ ...context, billingNow: () => createdAt }, order);
  });
}

/** Something that an administrator or a customer does, at most a few times per agreement. */
async function actAtRandom({ context, random }: Shop, nth: number): Promise<void> {
  const number = `ORD-${10_000 + nth}`;
  const agreement = agreementStore.byOrder(context.db, nth);
  if (agreement && random() < 0.7) {
    const otherPeriod = otherPeriodOf(context, agreement) ?? undefined;
    await actAsCustomer(context, agreement, { action: 'change-period', otherPeriod }, '').catch(() => {});
  }
  const draw = random();
  const actions = [
    'pause',
    'pause',
    'resume',
    'resume',
    'cancel-later',
    'undo-cancel',
    'cancel-now',
  ] as const;
  const action = actions[Math.floor(draw * 8)];
  const change = action
    ? { action }
    : {
        action: 'change-amount' as const,
        amount: 20 + Math.floor(random() * 30),
        version: versionNow(context, number),
      };
  // Refusals and lost calls: whoever pressed the button sees a message.
  await actAsAdmin(context, number, change, () => {}).catch(() => {});
}

function versionNow({ db }: Shop['context'], number: string): string {
  const agreement = agreementStore.byOrder(db, orderStore.byNumber(db, number)?.id ?? 0);
  return agreement ? agreementVersion(agreement) : '';
}

/** The worker runs for as many hours. */
async function checkFor({ context, clock }: Shop, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    clock.now = new Date(clock.now.getTime() + 60 * 60_000);
    while ((await checkDueAgreements(context)) > 0);
  }
}

/** The day of every period, counted by the calendar and not by the code under test. */
function periodsOf(start: Date, isYearly: boolean, until: Date): string[] {
  const days: string[] = [];
  for (let month = isYearly ? 12 : 1; ; month += isYearly ? 12 : 1) {
    const years = Math.floor((start.getUTCMonth() + month) / 12);
    const year = start.getUTCFullYear() + years;
    const inYear = (start.getUTCMonth() + month) % 12;
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][inYear] ?? 0;
    const day = Math.min(start.getUTCDate(), length);
    const text = `${year}-${String(inYear + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}${start.toISOString().slice(10)}`;
    if (new Date(text) > until) return days;
    days.push(text);
  }
}

test.each(sample(ZONES, 2))(
  `${PER_ZONE} agreements in %s, ${MONTHS} months: every period is charged once or shown as failed`,
  async (zone) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    onTestFinished(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });
    const random = seededRandom(ZONES.indexOf(zone) + 1);
    const app = await startTestApp();
    const { db, context, clock } = app;
    const shop = { ...app, random };
    context.providers['credit-card'].recurring = unreliable(
      createDemoRecurring(db, context.billingNow),
      random,
    );
    clock.now = new Date(FIRST_DAY);
    for (let nth = 1; nth <= PER_ZONE; nth += 1) await buy(shop, nth);
    const isLeftAlone = (nth: number) => nth % 3 !== 0;
    while (clock.now.getTime() < LAST_DAY) {
      // Nobody starts a month late while orders come in. Later, the shop may be closed for weeks.
      const most = clock.now.getTime() < FIRST_DAY + 100 * DAY ? 25 : 60;
      clock.now = new Date(clock.now.getTime() + Math.ceil(random() * most) * DAY);
      // Events ask for a check: early, late, twice or never. The daily check finds what they did not tell.
      for (let event = 0; event < 20; event += 1) {
        const id = Math.ceil(random() * PER_ZONE);
        await inTransaction(db, () => agreementStore.checkSoon(db, id, clock.now));
      }
      await checkFor(shop, 4);
      const nth = Math.ceil(random() * PER_ZONE);
      if (!isLeftAlone(nth)) await actAtRandom(shop, nth);
    }
    // What was lost last is asked again. Nothing is lost from here on, so that the books can be compared.
    context.providers['credit-card'].recurring = createDemoRecurring(db, context.billingNow);
    await checkFor(shop, 30);

    const ledger = db.select().from(charges).all();
    const atProvider = db.select().from(demoAgreements).all();
    const all = db.select().from(agreements).all();
    expect(all).toHaveLength(PER_ZONE);
    // Some were canceled before they were started.
    const unstarted = all.filter(({ id }) => !atProvider.some((one) => one.id === `demo-ORD-${10_000 + id}`));
    expect(unstarted.every(({ state }) => state === 'canceled')).toBe(true);

    const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
    const collected = atProvider.flatMap(({ data }) => data.charges).filter(({ paidAt }) => paidAt !== null);
    expect(sum(ledger.filter(({ paidAt }) => paidAt).map(({ amountCents }) => amountCents))).toBe(
      sum(collected.map(({ amountCents }) => amountCents)),
    );
    expect(ledger.length).toBe(atProvider.flatMap(({ data }) => data.charges).length);
    expect(new Set(ledger.map(({ agreementId, dueAt }) => `${agreementId} ${dueAt.getTime()}`)).size).toBe(
      ledger.length,
    );

    const changed = all.filter(({ id, period }) => period === 'year' && !orderStore.byId(db, id)?.isYearly);
    expect(changed.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const agreement of all) {
      if (unstarted.includes(agreement)) continue;
      const own = ledger.filter(({ agreementId }) => agreementId === agreement.id);
      const late = own.filter(({ dueAt }) => agreement.endedAt && dueAt > agreement.endedAt);
      if (late.length > 0) wrong.push(`${agreement.id} was charged after its end`);
      const yearly =
        agreement.period === 'year' ? own.filter(({ dueAt }) => dueAt >= agreement.startedAt) : [];
      if (
        yearly.some(({ dueAt }, at) => at > 0 && dueAt.getTime() - Number(yearly[at - 1]?.dueAt) < 365 * DAY)
      )
        wrong.push(`${agreement.id} was charged twice in a year`);
      if (!isLeftAlone(agreement.id)) continue;
      const until = agreement.endedAt ?? clock.now;
      const expected = periodsOf(agreement.startedAt, agreement.period === 'year', until);
      const charged = own.map(({ dueAt }) => dueAt.toISOString()).toSorted();
      if (JSON.stringify(charged) !== JSON.stringify(expected))
        wrong.push(
          `${agreement.id} from ${agreement.startedAt.toISOString()}: ${charged} instead of ${expected}`,
        );
      if (!own.every(({ state }) => state === 'paid' || state === 'failed'))
        wrong.push(`${agreement.id} is unclear`);
    }
    expect(wrong).toEqual([]);

    const receipts = db
      .select()
      .from(outbox)
      .all()
      .filter(({ key }) => key.includes(':receipt:'));
    expect(receipts).toHaveLength(ledger.filter(({ state }) => state === 'paid').length);
  },
);
