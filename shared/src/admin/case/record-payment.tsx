import * as z from 'zod/mini';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { ByHand } from '../../contracts/payment-requests.ts';
import type { ByHandWay } from '../../contracts/payments.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ActForm } from '../base/act-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { useDraftForm } from '../drafts/use-draft-form.ts';

const Fields = z.object({ way: ByHand.shape.way, reference: ByHand.shape.reference });

const WAYS: Record<ByHandWay, string> = {
  check: 'Check',
  transfer: 'Bank transfer',
  cash: 'Cash',
  other: 'Another way',
};

export const wayOptions = Object.entries(WAYS).map(([way, label]) => (
  <option key={way} value={way}>
    {label}
  </option>
));

type RecordPaymentProps = {
  draftName: string;
  /** Such as "$450.00". */
  amount: string;
  takesFocus: boolean;
  send: (client: AdminClient, body: { action: 'record' } & z.infer<typeof Fields>) => Promise<ActionResponse>;
  onDone: () => void;
};

/** Records money that came without a payment provider. */
export function RecordPayment({ draftName, amount, takesFocus, send, onDone }: RecordPaymentProps) {
  const { form, field, onSaved } = useDraftForm<{ way: string; reference: string }, z.infer<typeof Fields>>(
    draftName,
    Fields,
    { way: 'check', reference: '' },
  );
  return (
    <ActForm
      className="case-refund stack gap-3"
      label={`Record the payment of ${amount}`}
      form={form}
      act={(client, fields) => send(client, { action: 'record', ...fields })}
      failure="Couldn’t record the payment"
      submit={`Record ${amount}`}
      busyLabel="Recording…"
      onSaved={onSaved}
      onCancel={onDone}
      onDone={onDone}
    >
      <SelectField
        {...field('way')}
        label="How it was paid"
        width="short"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
      >
        {wayOptions}
      </SelectField>
      <TextField
        {...field('reference')}
        label="Reference (optional)"
        help="Such as the number of the check. It counts as paid in full, and the customer gets an invoice."
        width="medium"
      />
    </ActForm>
  );
}
