import { eq } from 'drizzle-orm';
import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import type { Db } from '../../../db/client.ts';
import { oneBy } from '../../../db/prepared.ts';
import { demoAgreements, type DemoAgreement } from '../../../db/schema/recurring.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { RefundRefused } from '../provider.ts';
import { type ProviderAgreement, type ProviderCharge, type RecurringProvider, isOver } from '../recurring.ts';
import * as demoStore from './demo-store.ts';
import { DAY_MS } from '../../../base/units.ts';

/** A failed charge is tried again this many days after it was due. After the last try, the agreement ends. */
const RETRY_DAYS = [3, 8, 15];

/**
 * Recurring payments of demo mode. Whatever was due until `now` is charged when somebody looks, so a clock
 * that is moved forward by a year has charged a year.
 */
export function createDemoRecurring(db: Db, now: () => Date): RecurringProvider {
  const change = (id: string, apply: (agreement: DemoAgreement) => void): Promise<DemoAgreement> =>
    inTransaction(db, () => {
      const agreement = find(db, id);
      if (!agreement) throw new Error('This demo recurring payment does not exist.');
      const before = JSON.stringify(agreement);
      catchUp(id, agreement, now());
      apply(agreement);
      if (JSON.stringify(agreement) !== before)
        db.update(demoAgreements).set({ data: agreement }).where(eq(demoAgreements.id, id)).run();
      return agreement;
    });
  const act = (apply: (agreement: DemoAgreement) => void) => async (id: string) =>
    void (await change(id, apply));
  return {
    start: async ({ orderNumber, amountCents, period, startedAt, paymentId }) => {
      const id = `demo-${orderNumber}`;
      const data: DemoAgreement = {
        amountCents,
        period,
        startedAt: startedAt.toISOString(),
        // Periods that were over before the start are not charged.
        periods: periodsUntil({ startedAt: startedAt.toISOString(), period }, now()),
        state: 'active',
        cancelsAtPeriodEnd: false,
        endedAt: null,
        cardFails: demoStore.failsLater(db, paymentId),
        charges: [],
      };
      await inTransaction(db, () =>
        db.insert(demoAgreements).values({ id, data }).onConflictDoNothing().run(),
      );
      return id;
    },
    lookUp: async (id) => present(await change(id, () => {})),
    pause: act((agreement) => {
      if (agreement.state === 'active') agreement.state = 'paused';
    }),
    resume: act((agreement) => {
      if (agreement.state === 'paused') agreement.state = 'active';
    }),
    cancelNow: act((agreement) => end(agreement, 'canceled', now())),
    cancelLater: act((agreement) => void (agreement.cancelsAtPeriodEnd = true)),
    undoCancel: act((agreement) => void (agreement.cancelsAtPeriodEnd = false)),
    changeAmount: (id, amountCents) => act((agreement) => void (agreement.amountCents = amountCents))(id),
    changePeriod: async (id, { amountCents, period }) => {
      await change(id, (agreement) => {
        if (agreement.period === period) return;
        const next = dueAt(agreement, agreement.periods + 1);
        const startedAt = addPeriods(next, period, -1).toISOString();
        Object.assign(agreement, { amountCents, period, startedAt, periods: 0 });
      });
      return null;
    },
    refundCharge: async ({ key, paymentId, amountCents }) => {
      const [id = ''] = paymentId.split('/');
      await change(id, (agreement) => {
        const charge = agreement.charges.find((one) => one.id === paymentId);
        if (charge?.refundKeys?.includes(key)) return;
        if (!charge?.paidAt || charge.refundedCents + amountCents > charge.amountCents)
          throw new RefundRefused('You can’t refund more than was paid.');
        charge.refundedCents += amountCents;
        charge.refundKeys = [...(charge.refundKeys ?? []), key];
      });
      return 'succeeded';
    },
    // Stands in for the provider's page: from now on the card works, and what failed is paid.
    cardPage: async (id) => {
      await change(id, (agreement) => {
        agreement.cardFails = false;
        for (const one of agreement.charges) one.paidAt ??= now().toISOString();
      });
      return null;
    },
  };
}

const findStatement = oneBy(demoAgreements, 'id');

function find(db: Db, id: string): DemoAgreement | undefined {
  return findStatement(db, id)?.data;
}

const dueAt = ({ startedAt, period }: Pick<DemoAgreement, 'startedAt' | 'period'>, nth: number): Date =>
  addPeriods(new Date(startedAt), period, nth);

function periodsUntil(agreement: Pick<DemoAgreement, 'startedAt' | 'period'>, now: Date): number {
  let periods = 0;
  while (dueAt(agreement, periods + 1) <= now) periods += 1;
  return periods;
}

/** Charges, and charges again, in order, what was due until now. */
function catchUp(id: string, agreement: DemoAgreement, now: Date): void {
  while (!isOver(agreement)) {
    const due = dueAt(agreement, agreement.periods + 1);
    const retry = nextRetry(agreement);
    if (retry && retry.at <= due) {
      if (retry.at > now) return;
      tryAgain(agreement, retry.charge, retry.at);
      continue;
    }
    if (due > now) return;
    agreement.periods += 1;
    if (agreement.cancelsAtPeriodEnd) end(agreement, 'canceled', due);
    else if (agreement.state === 'active') {
      agreement.charges.push({
        id: `${id}/${due.toISOString()}`,
        dueAt: due.toISOString(),
        amountCents: agreement.amountCents,
        paidAt: agreement.cardFails ? null : due.toISOString(),
        attempts: 1,
        refundedCents: 0,
      });
    }
  }
}

type DemoCharge = DemoAgreement['charges'][number];

const isUnpaid = ({ paidAt }: DemoCharge): boolean => paidAt === null;

function nextRetry({ charges }: DemoAgreement): { charge: DemoCharge; at: Date } | null {
  const charge = charges.find(isUnpaid);
  const days = charge && RETRY_DAYS[charge.attempts - 1];
  return days ? { charge, at: new Date(Date.parse(charge.dueAt) + days * DAY_MS) } : null;
}

function tryAgain(agreement: DemoAgreement, charge: DemoCharge, at: Date): void {
  charge.attempts += 1;
  if (!agreement.cardFails) charge.paidAt = at.toISOString();
  else if (charge.attempts > RETRY_DAYS.length) end(agreement, 'ended', at);
}

function end(agreement: DemoAgreement, state: 'canceled' | 'ended', at: Date): void {
  if (isOver(agreement)) return;
  agreement.state = state;
  agreement.endedAt = at.toISOString();
}

function present(agreement: DemoAgreement): ProviderAgreement {
  const { state, amountCents, period, cancelsAtPeriodEnd, endedAt, cardFails } = agreement;
  const next = dueAt(agreement, agreement.periods + 1);
  return {
    state: state === 'active' && agreement.charges.some(isUnpaid) ? 'past-due' : state,
    amountCents,
    period,
    nextChargeAt: isOver(agreement) || state === 'paused' || cancelsAtPeriodEnd ? null : next,
    cancelAt: !isOver(agreement) && cancelsAtPeriodEnd ? next : null,
    endedAt: endedAt === null ? null : new Date(endedAt),
    suspendedAt: null,
    card: { label: cardFails ? 'Demo card ending in 0341' : 'Demo card ending in 4242', expiresAt: null },
    charges: agreement.charges.map(presentCharge),
  };
}

function presentCharge(charge: DemoCharge): ProviderCharge {
  const { id, amountCents, attempts, refundedCents, paidAt } = charge;
  return {
    id,
    dueAt: new Date(charge.dueAt),
    amountCents,
    state: paidAt === null ? 'failed' : refundedCents >= amountCents ? 'refunded' : 'paid',
    attempts,
    paidAt: paidAt === null ? null : new Date(paidAt),
    refundedCents,
    paymentId: paidAt === null ? null : id,
    payUrl: null,
    dispute: null,
  };
}
