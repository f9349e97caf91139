import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { SavedCard } from '../../db/schema/recurring.ts';
import {
  type ProviderAgreement,
  type ProviderCharge,
  AGREEMENT_MOVES,
  CHARGE_MOVES,
  isOver,
} from '../payments/recurring.ts';
import type { RecurringEvent } from './notify-of-recurring.ts';
import {
  type AgreementChange,
  type AgreementRow,
  type ChargeRow,
  type OrderAgreement,
} from './agreement-store.ts';
import { DAY_MS } from '../../base/units.ts';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import { rememberedDispute, stepOf } from '../payments/dispute-news.ts';

/** How many days before the first monthly charge customers get an email. */
const FIRST_NOTICE_DAYS = 7;
const CARD_NOTICE_DAYS = 30;
const HALF_MONTH_MS = 14 * DAY_MS;

export type AgreementFacts = {
  now: Date;
  agreement: AgreementRow;
  charges: readonly ChargeRow[];
  /** The setting RENEWAL_NOTICE_DAYS: before a yearly charge. */
  renewalNoticeDays: number;
};

/** With what was refunded here, if the provider does not say how much. */
export type KnownCharge = ProviderCharge & { refundedCents: Cents };

type News = OutboxPayload['recurring']['news'];
export type AgreementMove =
  | { do: 'update'; change: AgreementChange }
  | { do: 'store-charge'; charge: KnownCharge }
  | { do: 'drop-charge'; id: number }
  /** Emails the customer, once per key. `charge` is the provider's ID. */
  | { do: 'email'; news: News; at: Date; key: string; charge?: string }
  /** Tells other systems what has no email, or another one. */
  | { do: 'webhook'; event: RecurringEvent; at: Date; key: string }
  | { do: 'email-dispute'; charge: string; step: string }
  /** Tells the business why the provider holds a charge. */
  | { do: 'email-held'; charge: string; held: string }
  /** Tells the business that the provider, or somebody in its dashboard, suspended it. */
  | { do: 'email-suspended'; since: Date }
  | { do: 'mark-charged-back' };

/**
 * Decides what follows from what the provider says about a recurring payment. Pure: the same answer again
 * gives no moves but the time of the next check.
 */
export function decideAgreement(facts: AgreementFacts, answer: ProviderAgreement): AgreementMove[] {
  const changed = answer.charges
    .map((charge) => ({
      ...charge,
      refundedCents: charge.refundedCents ?? knownCharge(facts, charge)?.refundedCents ?? 0,
      dispute: disputeOf(facts, charge),
    }))
    .filter((charge) => isNews(facts, charge));
  const moves: AgreementMove[] = [
    ...changed.map((charge) => ({ do: 'store-charge' as const, charge })),
    ...withdrawn(facts, answer).map(({ id }) => ({ do: 'drop-charge' as const, id })),
    ...changed.flatMap((charge) => chargeMoves(facts, charge)),
    ...stateMoves(facts, answer),
    ...suspensionMoves(facts, answer),
    ...reminders(facts, answer),
  ];
  const isChargedBack = changed.some(
    (charge) => charge.dispute?.status === 'lost' && knownCharge(facts, charge)?.dispute?.status !== 'lost',
  );
  const change = changeOf(facts, answer);
  return [
    ...moves,
    {
      do: 'update',
      change: { ...change, failures: 0, problem: null, nextCheckAt: nextCheck(facts, answer) },
    },
    // Last, because it asks for another check.
    ...(isChargedBack ? [{ do: 'mark-charged-back' as const }] : []),
  ];
}

function disputeOf(facts: AgreementFacts, charge: ProviderCharge): Dispute | null {
  const known = knownCharge(facts, charge);
  const left = charge.amountCents - (charge.refundedCents ?? known?.refundedCents ?? 0);
  return charge.dispute && rememberedDispute(charge.dispute, known?.dispute, left, facts.now);
}

const knownCharge = ({ charges }: AgreementFacts, { id }: ProviderCharge): ChargeRow | undefined =>
  charges.find(({ providerId }) => providerId === id);

function isNews(facts: AgreementFacts, charge: ProviderCharge): boolean {
  const known = knownCharge(facts, charge);
  if (!known) return true;
  // A late answer must not undo a newer one.
  if (known.state !== charge.state && !CHARGE_MOVES[known.state].includes(charge.state)) return false;
  const { id: _id, agreementId: _agreement, providerId: _provider, updatedAt: _updated, ...stored } = known;
  const { id: _chargeId, held: _held, ...reported } = charge;
  return !isDeepStrictEqual(stored, reported);
}

/** Charges that the provider no longer asks for and never tried, as after a cancellation. */
const withdrawn = ({ charges }: AgreementFacts, answer: ProviderAgreement): ChargeRow[] =>
  charges.filter(
    ({ state, providerId }) => state === 'due' && !answer.charges.some(({ id }) => id === providerId),
  );

function chargeMoves(facts: AgreementFacts, charge: ProviderCharge): AgreementMove[] {
  const known = knownCharge(facts, charge);
  const wasPaid = known?.state === 'paid' || known?.state === 'refunded';
  const step = charge.dispute && stepOf(charge.dispute, known?.dispute);
  const email = (news: News, at: Date): AgreementMove => ({
    do: 'email',
    news,
    at,
    charge: charge.id,
    key: `${news}:${charge.id}`,
  });
  return [
    ...(charge.state === 'paid' && !wasPaid ? [email('receipt', charge.paidAt ?? charge.dueAt)] : []),
    ...(charge.state === 'failed' && known?.state !== 'failed' ? [email('failed', charge.dueAt)] : []),
    ...(charge.held && known?.state !== 'due'
      ? [{ do: 'email-held' as const, charge: charge.id, held: charge.held }]
      : []),
    ...(step ? [{ do: 'email-dispute' as const, charge: charge.id, step }] : []),
  ];
}

/** The state after this answer. What is over stays over. */
const stateAfter = ({ agreement }: AgreementFacts, { state }: ProviderAgreement): AgreementRow['state'] =>
  AGREEMENT_MOVES[agreement.state].includes(state) ? state : agreement.state;

function stateMoves(facts: AgreementFacts, answer: ProviderAgreement): AgreementMove[] {
  const { agreement, now } = facts;
  const state = stateAfter(facts, answer);
  const email = (news: News, at: Date): AgreementMove => ({
    do: 'email',
    news,
    at,
    key: `${news}:${now.getTime()}`,
  });
  const webhook = (event: RecurringEvent, at: Date): AgreementMove => ({
    do: 'webhook',
    event,
    at,
    key: `${event}:${now.getTime()}`,
  });
  if (state === 'ended' && agreement.state !== 'ended') return [email('ended', answer.endedAt ?? now)];
  // One email per cancellation: when it is scheduled, or when it happens unannounced.
  const isEarly = agreement.cancelAt && answer.endedAt && answer.endedAt < agreement.cancelAt;
  const isNewlyCanceled =
    state === 'canceled' && agreement.state !== 'canceled' && (!agreement.cancelAt || isEarly);
  const endedAt = answer.endedAt ?? now;
  if (isNewlyCanceled) return [email('canceled', endedAt), webhook('recurring.ended', endedAt)];
  if (state === 'canceled')
    return agreement.state === 'canceled' ? [] : [webhook('recurring.ended', endedAt)];
  if (answer.cancelAt && !agreement.cancelAt)
    return [email('canceled', answer.cancelAt), webhook('recurring.cancel_scheduled', answer.cancelAt)];
  if (agreement.cancelAt && !answer.cancelAt && !isOver({ state }))
    return [webhook('recurring.resumed', answer.nextChargeAt ?? now)];
  const switched = newPeriod(facts, answer);
  const isNew = switched ? switched.startedAt > now : answer.amountCents !== agreement.amountCents;
  const isNewPrice = agreement.state !== 'pending' && isNew;
  return isNewPrice && answer.nextChargeAt ? [email('changed', answer.nextChargeAt)] : [];
}

/** Another period than the one that is known, counted from its first charge, which can be made already. */
function newPeriod({ agreement }: AgreementFacts, { period, nextChargeAt }: ProviderAgreement) {
  if (!period || !nextChargeAt || period === agreement.period) return undefined;
  const last = addPeriods(nextChargeAt, period, -1);
  const isMade = agreement.nextChargeAt && last.getTime() > agreement.nextChargeAt.getTime() - HALF_MONTH_MS;
  return { period, startedAt: isMade ? last : nextChargeAt };
}

/** A pause by the shop itself is no news. */
function suspensionMoves(facts: AgreementFacts, answer: ProviderAgreement): AgreementMove[] {
  const { agreement, now } = facts;
  const { suspendedAt, nextChargeAt } = answer;
  const state = stateAfter(facts, answer);
  const wasStopped = agreement.state === 'paused' || agreement.suspendedAt !== null;
  if (wasStopped && nextChargeAt && state === 'active' && !suspendedAt) {
    // PayPal can be about to charge what it missed.
    const at = nextChargeAt > now ? nextChargeAt : now;
    return [{ do: 'email', news: 'resumed', at, key: `resumed:${now.getTime()}` }];
  }
  if (!suspendedAt || isOver({ state }) || agreement.suspendedAt?.getTime() === suspendedAt.getTime())
    return [];
  const key = `suspended:${suspendedAt.getTime()}`;
  return [
    { do: 'email', news: 'suspended', at: suspendedAt, key },
    { do: 'email-suspended', since: suspendedAt },
  ];
}

/** What must be told before a charge. The outbox sends each key once. */
function reminders(
  { agreement, charges, now, renewalNoticeDays }: AgreementFacts,
  { state, nextChargeAt, cancelAt, card, charges: reported }: ProviderAgreement,
): AgreementMove[] {
  if (!nextChargeAt || cancelAt || state !== 'active') return [];
  const daysLeft = (nextChargeAt.getTime() - now.getTime()) / DAY_MS;
  if (daysLeft <= 0) return [];
  const isFirst = charges.length === 0 && reported.length === 0;
  const noticeDays = agreement.period === 'year' ? renewalNoticeDays : isFirst ? FIRST_NOTICE_DAYS : 0;
  const moves: AgreementMove[] = [];
  if (daysLeft <= noticeDays)
    moves.push({ do: 'email', news: 'renewal', at: nextChargeAt, key: `renewal:${dayOf(nextChargeAt)}` });
  if (daysLeft <= CARD_NOTICE_DAYS && card && expiresBefore(card, nextChargeAt))
    moves.push({ do: 'email', news: 'card-expiring', at: nextChargeAt, key: `card:${card.expiresAt}` });
  return moves;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, '2026-11-21'.length);

const expiresBefore = ({ expiresAt }: SavedCard, time: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= time.getTime();

function changeOf(facts: AgreementFacts, answer: ProviderAgreement): AgreementChange {
  const state = stateAfter(facts, answer);
  const isEnded = isOver({ state });
  const { amountCents, nextChargeAt, cancelAt, card, endedAt, suspendedAt, priceFixedUntil = null } = answer;
  return {
    state,
    ...newPeriod(facts, answer),
    suspendedAt: isEnded ? null : suspendedAt,
    amountCents,
    nextChargeAt: isEnded ? null : nextChargeAt,
    cancelAt: isEnded ? null : cancelAt,
    endedAt: isEnded ? (facts.agreement.endedAt ?? endedAt ?? facts.now) : null,
    priceFixedUntil,
    card,
  };
}

/** At the next thing that is due, and daily. Nothing is asked about what is over. */
function nextCheck(facts: AgreementFacts, answer: ProviderAgreement): Date | null {
  if (isOver({ state: stateAfter(facts, answer) })) return null;
  const now = facts.now.getTime();
  const times = [now + DAY_MS, answer.nextChargeAt?.getTime(), answer.cancelAt?.getTime()];
  return new Date(Math.min(...times.filter((time) => time !== undefined && time > now).map(Number)));
}

/**
 * Without the charges from before the shop managed it: their invoices and receipts came from elsewhere, and one that is
 * still unpaid is not collected by the shop.
 */
export function sinceAdopted({ firstChargeAt }: AgreementRow, answer: ProviderAgreement): ProviderAgreement {
  const charges = answer.charges.filter(({ dueAt }) => dueAt >= firstChargeAt);
  const isBehind = (some: readonly ProviderCharge[]) => some.some(({ state }) => state === 'failed');
  const isOld = answer.state === 'past-due' && isBehind(answer.charges) && !isBehind(charges);
  return { ...answer, charges, ...(isOld && { state: 'active' }) };
}

/** The reminder of the first monthly charge. For an adopted one, it is only the shop's first. */
export const isFirstMonth = ({ imported, period }: OrderAgreement, move: AgreementMove): boolean =>
  imported !== null && period === 'month' && move.do === 'email' && move.news === 'renewal';
