import { useContext, useState } from 'react';
import { centsToText, formatUsd } from '../../catalog/money.ts';
import { dayText } from '../../catalog/periods.ts';
import { type CaseAgreement, type CaseCharge, CHARGE_LABELS } from '../../contracts/recurring.ts';
import { useOpenForm } from '../drafts/use-draft.ts';
import { StudioZone } from '../base/admin-context.ts';
import { Moment } from '../list/times.tsx';
import { chargeDetails } from '../recurring/recurring-labels.tsx';
import { DisputeNote } from './case-payments.tsx';
import { useMay } from '../base/session.queries.ts';
import { RefundForm } from './refund.tsx';
import { ColumnHeads } from '../list/table-parts.tsx';
import { holdsMoney } from '../../contracts/payments.ts';

/** A year of monthly charges. */
const PAGE_SIZE = 12;

type CaseChargesProps = { orderNumber: string; recurring: CaseAgreement };

/** The charges of a recurring payment, newest first. */
export function CaseCharges({ orderNumber, recurring: { charges, provider } }: CaseChargesProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (charges.length === 0) return <p className="list-none soft">No charges yet.</p>;
  const newest = charges.toReversed();
  return (
    <>
      <table className="case-charges full xs">
        <caption className="visually-hidden">Charges</caption>
        <ColumnHeads columns={{ Due: 'date', Amount: 'money', Status: 'status', Actions: 'actions' }} />
        {newest.slice(0, isWhole ? undefined : PAGE_SIZE).map((charge) => (
          <Charge key={charge.id} {...{ orderNumber, charge, provider }} />
        ))}
      </table>
      {charges.length > PAGE_SIZE && !isWhole && (
        <button
          type="button"
          className="list-action"
          onClick={() => setIsWhole(true)}
        >{`Show all ${charges.length} charges`}</button>
      )}
    </>
  );
}

type ChargeProps = { orderNumber: string; charge: CaseCharge; provider: string };

function Charge({ orderNumber, charge, provider }: ChargeProps) {
  const { id, dueAt, paidAt, amountCents, refundedCents, dispute } = charge;
  const { isOpen, form, opener } = useOpenForm(`${orderNumber} charge refund ${id}`);
  const mayRefund = useMay('manage');
  const timeZone = useContext(StudioZone);
  const isHeld = dispute !== null && holdsMoney(dispute);
  const left = mayRefund && paidAt && !isHeld ? amountCents - refundedCents : 0;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <Moment isDay at={dueAt} />
        </th>
        <td className="money">{formatUsd(amountCents)}</td>
        <td>
          <span>{CHARGE_LABELS[charge.state]}</span> {paidAt && <Moment isDay at={paidAt} />}{' '}
          <small>{chargeDetails(charge)}</small>
        </td>
        <td>
          {left > 0 && (
            <button
              type="button"
              className="list-action"
              aria-label={`Refund the charge due ${dayText(dueAt, timeZone)}`}
              {...opener}
            >
              Refund
            </button>
          )}
        </td>
      </tr>
      {dispute && (
        <tr>
          <td colSpan={4}>
            <DisputeNote {...{ dispute, provider }} />
          </td>
        </tr>
      )}
      {left > 0 && isOpen && (
        <tr>
          <td colSpan={4}>
            <RefundForm
              {...form}
              refundable={centsToText(left)}
              send={(client, body) =>
                client.call('POST /api/admin/cases/:orderNumber/recurring', {
                  params: { orderNumber },
                  body: { action: 'refund', chargeId: id, ...body },
                })
              }
            />
          </td>
        </tr>
      )}
    </tbody>
  );
}
