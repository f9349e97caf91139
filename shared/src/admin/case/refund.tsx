import { useRef, useState, type SubmitEvent } from 'react';
import { formatUsd, textToCents } from '../../catalogue/money.ts';
import { RefundRequest, type CasePayment, type CaseRefund } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { newUuid } from '../../ui/new-uuid.ts';
import { Moment } from '../list/moment.tsx';
import { REFUND_WORDS } from './case-words.ts';
import { useCaseAction } from './case.queries.ts';

type Faults = Partial<Record<'amount' | 'reason', string>>;

/** Gives money back, whole or in part. Nothing moves before the amount is said once more on the button. */
export function Refund({ payment: { id, refundable } }: { payment: CasePayment }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (textToCents(refundable) <= 0) return null;
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <p className="case-actions">
        <Button ref={opener} isQuiet aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Refund
        </Button>
      </p>
      {isOpen && <RefundForm paymentId={id} refundable={refundable} onDone={close} />}
    </>
  );
}

type RefundFormProps = { paymentId: number; refundable: string; onDone: () => void };

function RefundForm({ paymentId, refundable, onDone }: RefundFormProps) {
  // One for each time the form is opened: a second click, or another after a lost answer, is the same refund.
  const [refundKey] = useState(newUuid);
  const [amount, setAmount] = useState(refundable);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const { isBusy, run } = useCaseAction(
    (client, body: RefundRequest) => client.refund(paymentId, body),
    'The refund was not made',
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data, error } = RefundRequest.safeParse({ amount: Number(amount), reason, refundKey });
    const found: Faults = Object.fromEntries(
      error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [],
    );
    setFaults(found);
    if (data) run(data, onDone);
    else document.getElementById(found.amount ? 'refund-amount' : 'refund-reason')?.focus();
  };
  const figure = /^\d+(\.\d{1,2})?$/.test(amount) ? formatUsd(Math.round(Number(amount) * 100)) : '';
  return (
    <form className="case-refund" noValidate onSubmit={submit}>
      <TextField
        id="refund-amount"
        label="Amount in US dollars"
        help={`At most ${formatUsd(textToCents(refundable))}.`}
        width="short"
        inputMode="decimal"
        // Whoever opened it wants to write.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={amount}
        error={faults.amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <TextField
        id="refund-reason"
        label="Reason"
        help="The buyer reads it in the mail about the refund."
        value={reason}
        error={faults.reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" isBusy={isBusy} busyLabel="Refunding…">
        {`Refund ${figure}`.trim()}
      </Button>
    </form>
  );
}

export function Refunds({ refunds }: { refunds: readonly CaseRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <ul className="case-refunds">
      {refunds.map(({ id, amount, tax, status, reason, failure, by, createdAt }) => (
        <li key={id}>
          <strong className="money">{formatUsd(textToCents(amount))}</strong> {REFUND_WORDS[status]}
          {textToCents(tax) > 0 && `, ${formatUsd(textToCents(tax))} of it tax`}
          <small>
            {' '}
            <bdi>{reason}</bdi>
            {by && (
              <>
                {' · '}
                <bdi>{by}</bdi>
              </>
            )}
            {' · '}
            <Moment at={createdAt} />
          </small>
          {failure && <p className="case-fault">{failure}</p>}
        </li>
      ))}
    </ul>
  );
}
