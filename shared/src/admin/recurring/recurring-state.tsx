import { AGREEMENT_LABELS, type CaseAgreement } from '../../contracts/recurring.ts';
import { Moment } from '../list/times.tsx';

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
