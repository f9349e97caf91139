import { AGREEMENT_LABELS, type AgreementStatus } from '../../contracts/recurring.ts';

export function RecurringState({ state }: { state: AgreementStatus }) {
  return (
    <span className="status-label" data-recurring={state}>
      {AGREEMENT_LABELS[state]}
    </span>
  );
}
