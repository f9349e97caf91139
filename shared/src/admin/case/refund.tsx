import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { formatUsd, textToCents } from '../../catalogue/money.ts';
import { CallError } from '../../contracts/call-error.ts';
import { RefundRequest, type CasePayment, type CaseRefund } from '../../contracts/admin/cases.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { newUuid } from '../../ui/new-uuid.ts';
import { useDraftForm, useHadDraft } from '../drafts/use-draft-form.ts';
import { Moment } from '../list/timestamp.tsx';
import { REFUND_WORDS } from './case-labels.ts';
import { useCaseAction } from './case.queries.ts';

type RefundFields = { amount: string; reason: string; refundKey: string };

/** The amount as it is typed. */
const RefundFields = z.pipe(
  z.transform(({ amount, ...rest }: RefundFields): RefundRequest => ({ ...rest, amount: Number(amount) })),
  RefundRequest,
);

type RefundProps = { orderNumber: string; payment: CasePayment };

/** Gives money back, whole or in part. Nothing moves before the amount is said once more on the button. */
export function Refund({ orderNumber, payment: { id, refundable } }: RefundProps) {
  const draftName = `${orderNumber} refund ${id}`;
  const hadDraft = useHadDraft(draftName);
  const [isOpen, setIsOpen] = useState<'from-draft' | boolean>(hadDraft && 'from-draft');
  const opener = useRef<HTMLButtonElement>(null);
  if (textToCents(refundable) <= 0) return null;
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <p className="case-actions">
        <Button ref={opener} isQuiet aria-expanded={isOpen !== false} onClick={() => setIsOpen(!isOpen)}>
          Refund
        </Button>
      </p>
      {isOpen && (
        <RefundForm
          {...{ draftName, refundable }}
          paymentId={id}
          takesFocus={isOpen === true}
          onDone={close}
        />
      )}
    </>
  );
}

type RefundFormProps = {
  draftName: string;
  paymentId: number;
  refundable: string;
  /** Whoever opened it wants to write. */
  takesFocus: boolean;
  onDone: () => void;
};

function RefundForm({ draftName, paymentId, refundable, takesFocus, onDone }: RefundFormProps) {
  // Kept with the draft: a second click, or another after a lost answer and a new window, is the same refund.
  const [refundKey] = useState(newUuid);
  const { form, onSaved } = useDraftForm<RefundFields, RefundRequest>(draftName, RefundFields, {
    amount: refundable,
    reason: '',
    refundKey,
  });
  const { isBusy, run } = useCaseAction(
    async (client, { body, typed }: { body: RefundRequest; typed: RefundFields }) => {
      try {
        const answer = await client.refund(paymentId, body);
        onSaved(typed);
        return answer;
      } catch (error) {
        // The provider refused this one for good; the next try is another refund.
        if (error instanceof CallError && error.status === 409) form.setValue('refundKey', newUuid());
        throw error;
      }
    },
    'Couldn’t make the refund',
  );
  const amount = form.watch('amount');
  const figure = /^\d+(\.\d{1,2})?$/.test(amount) ? formatUsd(Math.round(Number(amount) * 100)) : '';
  const { errors } = form.formState;
  return (
    <form
      className="case-refund"
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((body) => run({ body, typed: { ...form.getValues() } }, onDone))(event)
      }
    >
      <TextField
        {...form.register('amount')}
        id="refund-amount"
        label="Amount in US dollars"
        help={`Up to ${formatUsd(textToCents(refundable))}.`}
        width="short"
        inputMode="decimal"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
        error={errors.amount?.message}
      />
      <TextField
        {...form.register('reason')}
        id="refund-reason"
        label="Reason"
        help="The customer will see this in the refund email."
        error={errors.reason?.message}
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
          {textToCents(tax) > 0 && `, including ${formatUsd(textToCents(tax))} tax`}
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
          {failure && <p className="case-error">{failure}</p>}
        </li>
      ))}
    </ul>
  );
}
