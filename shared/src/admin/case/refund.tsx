import { useState } from 'react';
import * as z from 'zod/mini';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import { CallError } from '../../contracts/call-error.ts';
import {
  amountInDollars,
  BY_HAND_WORDS,
  RefundRequest,
  type ByHandWay,
  type CasePayment,
  type CaseRefund,
} from '../../contracts/payments.ts';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { typedCents, typedDollars } from '../../contracts/typed-money.ts';
import { Button } from '../../ui/button.tsx';
import { newUuid } from '../../ui/new-uuid.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { useOpenForm, type OpenForm } from '../drafts/use-draft.ts';
import { useMay } from '../base/session.queries.ts';
import { useActions, useWanted } from '../base/ui-store.ts';
import { Moment } from '../list/times.tsx';
import { REFUND_LABELS } from './case-labels.ts';
import { WAYS } from './record-payment.tsx';

/** `way` is empty for a payment that its provider refunds. */
type RefundFields = { amount: string; reason: string; refundKey: string; way: ByHandWay | '' };

const RefundFields = z.pipe(
  z.transform(({ way, ...rest }: RefundFields) => ({ ...rest, ...(way && { way }) })),
  z.extend(RefundRequest, { amount: typedDollars(amountInDollars) }),
);

type RefundProps = { orderNumber: string; payment: CasePayment };

/** A full or partial refund. The submit button repeats the amount as a confirmation. */
export function Refund({ orderNumber, payment: { id, provider, refundable, ifWhole } }: RefundProps) {
  const { isOpen, form, opener, open } = useOpenForm(`${orderNumber} refund ${id}`);
  const mayRefund = useMay('manage') && textToCents(refundable) > 0;
  const goTo = () => {
    open();
    // A form that is open already, such as one with a draft, takes the focus again.
    opener.ref.current?.closest('li')?.querySelector<HTMLElement>('.case-refund input')?.focus();
  };
  useWanted(mayRefund ? `${orderNumber} refund` : '', goTo);
  const label = `Refund the payment of ${formatUsd(textToCents(refundable))}`;
  useActions(mayRefund ? [{ label, shortcut: 'f', run: goTo }] : []);
  if (!mayRefund) return null;
  return (
    <>
      <p className="case-actions cluster gap-2">
        <Button {...opener} isQuiet>
          Refund
        </Button>
      </p>
      {isOpen && (
        <RefundForm
          {...form}
          {...{ refundable, ifWhole }}
          isByHand={provider === 'by-hand'}
          send={(client, body) =>
            client.call('POST /api/admin/payments/:id/refund', { params: { id }, body })
          }
        />
      )}
    </>
  );
}

type RefundFormProps = OpenForm & {
  /** US dollars as text. */
  refundable: string;
  /** What a refund of everything does besides. */
  ifWhole?: string;
  /** No provider returns the money, so this records how it was returned. */
  isByHand?: boolean;
  send: (client: AdminClient, body: RefundRequest) => Promise<ActionResponse>;
};

export function RefundForm(props: RefundFormProps) {
  const { refundable, ifWhole = '', isByHand = false, send, ...form } = props;
  const whole = formatUsd(textToCents(refundable));
  // Saved with the draft, so that a repeated submit is the same refund, even after a lost response or in a
  // new window.
  const [refundKey] = useState(newUuid);
  return (
    <DataForm<RefundFields, RefundRequest>
      {...form}
      className="case-refund stack gap-3"
      schema={RefundFields}
      initial={{ amount: '', reason: '', refundKey, way: isByHand ? 'check' : '' }}
      fields={({ amount }, form) => [
        {
          name: 'amount',
          label: 'Amount in US dollars',
          help: `Up to ${whole}.`,
          width: 'short',
          inputMode: 'decimal',
        },
        ifWhole !== '' && (typedCents(amount) ?? 0) >= textToCents(refundable) && (
          <p key="also" className="notice" role="status">
            {ifWhole}
          </p>
        ),
        isByHand && {
          name: 'way',
          label: 'How you returned it',
          width: 'short',
          kind: 'choice',
          options: WAYS,
        },
        { name: 'reason', label: 'Reason', help: 'The customer will see this in the refund email.' },
        <p key="whole">
          <Button isQuiet onClick={() => form.setValue('amount', refundable, { shouldDirty: true })}>
            {`Everything: ${whole}`}
          </Button>
        </p>,
      ]}
      act={(client, body, form) =>
        send(client, body).catch((error: unknown) => {
          // The provider rejected this refund permanently. The next attempt is a new refund.
          if (error instanceof CallError && error.status === 409) form.setValue('refundKey', newUuid());
          throw error;
        })
      }
      failure="Couldn’t make the refund"
      submit={({ amount }) => {
        const cents = typedCents(amount);
        return `${isByHand ? 'Record refund of' : 'Refund'} ${cents ? formatUsd(cents) : ''}`.trim();
      }}
      busyLabel={isByHand ? 'Recording…' : 'Refunding…'}
    />
  );
}

export function Refunds({ refunds }: { refunds: readonly CaseRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <ul className="case-refunds stack gap-2 above-2">
      {refunds.map(({ id, amount, tax, status, reason, failure, way, by, createdAt }) => (
        <li key={id}>
          <strong className="money">{formatUsd(textToCents(amount))}</strong>{' '}
          <span>{`${REFUND_LABELS[status]}${way ? ` ${BY_HAND_WORDS[way]}` : ''}${textToCents(tax) > 0 ? `, including ${formatUsd(textToCents(tax))} tax` : ''}`}</span>
          <small>
            {' '}
            <bdi className="as-typed">{reason}</bdi>
            {by && (
              <>
                {' '}
                <span>·</span> <bdi>{by}</bdi>
              </>
            )}
            <Moment before=" · " at={createdAt} />
          </small>
          {failure && <p className="error">{failure}</p>}
        </li>
      ))}
    </ul>
  );
}
