import { formatUsd } from '../../catalogue/money.ts';
import {
  CHARGE_LABELS,
  type CaseAgreement,
  type CaseCharge,
  type RecurringAction,
} from '../../contracts/admin/recurring.ts';

/** "$30.00 per month". */
export const priceWords = ({ amountCents, period }: Pick<CaseAgreement, 'amountCents' | 'period'>): string =>
  `${formatUsd(amountCents)} per ${period}`;

export type ActionName = Exclude<RecurringAction['action'], 'refund'>;

export const ACTION_LABELS: Record<ActionName, string> = {
  start: 'Start recurring payment',
  pause: 'Pause',
  resume: 'Resume',
  'change-amount': 'Change amount',
  'undo-cancel': 'Undo cancellation',
  'cancel-later': 'Cancel at period end',
  'cancel-now': 'Cancel now',
};

/** The actions that the state allows. */
export function actionsFor({ state, cancelAt, problem }: CaseAgreement): ActionName[] {
  switch (state) {
    case 'pending':
      return problem === null ? ['cancel-now'] : ['start', 'cancel-now'];
    case 'active':
    case 'past-due':
    case 'paused':
      if (cancelAt) return ['undo-cancel', 'cancel-now'];
      return [state === 'paused' ? 'resume' : 'pause', 'change-amount', 'cancel-later', 'cancel-now'];
    case 'canceled':
    case 'ended':
      return [];
  }
}

/** "Failed after 2 attempts", "Paid, $10.00 refunded". */
export function chargeWords({ state, attempts, refundedCents = 0 }: ChargeState): string {
  const tried = attempts > 1 ? ` after ${attempts} attempts` : '';
  const refunded = state !== 'refunded' && refundedCents > 0 ? `, ${formatUsd(refundedCents)} refunded` : '';
  return `${CHARGE_LABELS[state]}${tried}${refunded}`;
}
type ChargeState = Pick<CaseCharge, 'state' | 'attempts'> & { refundedCents?: number };
