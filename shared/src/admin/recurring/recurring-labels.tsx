import { formatUsd } from '../../catalog/money.ts';
import { dayText } from '../../catalog/periods.ts';
import {
  type CaseAgreement,
  type CaseCharge,
  type RecurringAction,
  AGREEMENT_LABELS,
} from '../../contracts/recurring.ts';
import { Moment } from '../list/times.tsx';

/** "$30.00 per month". */
export const priceWords = ({ amountCents, period }: Pick<CaseAgreement, 'amountCents' | 'period'>): string =>
  `${formatUsd(amountCents)} per ${period}`;

export type ActionName = Exclude<RecurringAction['action'], 'refund'>;

export const ACTION_LABELS: Record<ActionName, string> = {
  start: 'Start recurring payment',
  keep: 'Keep recurring payment',
  pause: 'Pause',
  resume: 'Resume',
  'change-amount': 'Change amount',
  'offer-amount': 'Offer a new price',
  'withdraw-offer': 'Withdraw the new price',
  'undo-cancel': 'Undo cancellation',
  'cancel-later': 'Cancel at end of period',
  'cancel-now': 'Cancel now',
};

/** When it is charged next if it continues. */
export const resumeWords = ({ resumesAt }: Pick<CaseAgreement, 'resumesAt'>, timeZone: string): string =>
  resumesAt
    ? `The next charge is on ${dayText(resumesAt, timeZone)}.`
    : 'PayPal sets the date of the next charge. It can be the same day, and include the time of the pause.';

/** The actions that the state allows. After the money was paid back, it can be ended or continued. */
export function actionsFor(agreement: CaseAgreement): ActionName[] {
  const { state, paidBack } = agreement;
  const isAsked = paidBack !== null && state !== 'pending';
  return [...(isAsked ? ['keep' as const] : []), ...actionsOfState(agreement)];
}

function actionsOfState({ state, period, cancelAt, problem, paidBack, offer }: CaseAgreement): ActionName[] {
  const newPrice: ActionName[] = !offer ? ['offer-amount'] : offer.isAccepted ? [] : ['withdraw-offer'];
  switch (state) {
    case 'pending':
      return problem === null && paidBack === null ? ['cancel-now'] : ['start', 'cancel-now'];
    // The others would not stop the payment that is being collected.
    case 'past-due':
      return [
        ...(cancelAt ? ['undo-cancel' as const] : ['change-amount' as const, ...newPrice]),
        'cancel-now',
      ];
    case 'paused':
      return cancelAt ? ['undo-cancel', 'cancel-now'] : ['resume', 'cancel-later', 'cancel-now'];
    case 'active':
      if (cancelAt) return ['undo-cancel', 'cancel-now'];
      return [
        // A pause over the day of a yearly payment would skip the whole year.
        ...(period === 'month' ? ['pause' as const] : []),
        'change-amount',
        ...newPrice,
        'cancel-later',
        'cancel-now',
      ];
    case 'canceled':
    case 'ended':
      return [];
  }
}

/** "4 attempts, $10.00 refunded". Empty for a charge that was paid at once. */
export function chargeDetails({ state, attempts, refundedCents = 0 }: ChargeState): string {
  return [
    attempts > 1 && `${attempts} attempts`,
    refundedCents > 0 && state !== 'refunded' && `${formatUsd(refundedCents)} refunded`,
  ]
    .filter(Boolean)
    .join(', ');
}
type ChargeState = Pick<CaseCharge, 'state' | 'attempts'> & { refundedCents?: number };

/** What was canceled for the end of its period is paid for until then, but not active: it looks like a pause. */
export function RecurringState({ state, cancelAt }: Pick<CaseAgreement, 'state' | 'cancelAt'>) {
  return (
    <span className="status-label" data-recurring={cancelAt ? 'paused' : state}>
      {cancelAt ? (
        <>
          <span>Ends</span> <Moment isDay at={cancelAt} />
        </>
      ) : (
        AGREEMENT_LABELS[state]
      )}
    </span>
  );
}
