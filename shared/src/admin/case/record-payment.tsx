import * as z from 'zod/mini';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { ByHand } from '../../contracts/payment-requests.ts';
import type { ByHandWay } from '../../contracts/payments.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { DataForm } from '../drafts/data-form.tsx';
import type { OpenForm } from '../drafts/use-draft.ts';

const Fields = z.object({ way: ByHand.shape.way, reference: ByHand.shape.reference });

export const WAYS: Record<ByHandWay, string> = {
  check: 'Check',
  transfer: 'Bank transfer',
  cash: 'Cash',
  other: 'Another way',
};

type RecordPaymentProps = OpenForm & {
  /** Such as "$450.00". */
  amount: string;
  send: (client: AdminClient, body: { action: 'record' } & z.infer<typeof Fields>) => Promise<ActionResponse>;
};

/** Records money that came without a payment provider. */
export const RecordPayment = ({ amount, send, ...form }: RecordPaymentProps) => (
  <DataForm
    {...form}
    className="case-refund stack gap-3"
    label={`Record the payment of ${amount}`}
    schema={Fields}
    initial={{ way: 'check', reference: '' }}
    fields={[
      { name: 'way', label: 'How it was paid', width: 'short', kind: 'choice', options: WAYS },
      {
        name: 'reference',
        label: 'Reference (optional)',
        help: 'Such as the number of the check. It counts as paid in full, and the customer gets an invoice.',
        width: 'medium',
      },
    ]}
    act={(client, fields) => send(client, { action: 'record', ...fields })}
    failure="Couldn’t record the payment"
    submit={`Record ${amount}`}
    busyLabel="Recording…"
    onCancel={form.onDone}
  />
);
