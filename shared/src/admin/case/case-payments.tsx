import { useContext } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { CaseOrder } from '../../contracts/cases.ts';
import { type CasePayment, MODE_MARKS, providerWords, type Dispute } from '../../contracts/payments.ts';
import { Moment, WrittenDay } from '../list/times.tsx';
import { paymentWords, recurringWords } from '../orders/order-labels.ts';
import { StudioZone } from '../base/admin-context.ts';
import { Card } from '../base/card.tsx';
import { PAYMENT_LABELS } from './case-labels.ts';
import { Facts } from './facts.tsx';
import { Refund, Refunds } from './refund.tsx';
import { disputeText } from '../../contracts/review.ts';
import type { OrderDocument } from '../../contracts/order-page.ts';
import { DownloadLink } from '../base/download.tsx';

const METHODS: Record<CaseOrder['paymentMethod'], string> = {
  'credit-card': 'Credit or debit card',
  paypal: 'PayPal',
  'by-hand': 'Outside the shop',
};

type CasePaymentsProps = { order: CaseOrder; payments: readonly CasePayment[] };

/** The payment terms and all payment attempts. */
export function CasePayments({ order, payments }: CasePaymentsProps) {
  const { paymentMode, paymentMethod, consent, acceptedTerms, imported } = order;
  const { text, isGood } = paymentWords(order);
  const isFree = textToCents(order.initialPayment) === 0;
  const used = payments.filter(({ isUnused }) => !isUnused);
  return (
    <Card className="case-card" title="Payments">
      <Facts
        of={{
          Status: (
            <>
              <span className="status-label" data-paid={isGood ? '' : 'not'}>
                {text}
              </span>
              {paymentMode !== 'live' && <small>{` ${MODE_MARKS[paymentMode]}: no real charge`}</small>}
            </>
          ),
          Method: !isFree && METHODS[paymentMethod],
          Imported: imported && (imported.invoice ? `Invoice ${imported.invoice}` : 'Yes'),
          Recurring: recurringWords(order),
          Terms: acceptedTerms && (
            <>
              <span>{`Version ${acceptedTerms.version}, accepted`}</span> <Moment at={acceptedTerms.at} />
            </>
          ),
          Consent: consent && (
            <details>
              <summary>
                Given <Moment at={consent.agreedAt} />
              </summary>
              <q>{consent.text}</q>
            </details>
          ),
        }}
      />
      {used.length === 0 && !isFree && !imported && (
        <p className="list-none soft">No payments for this order.</p>
      )}
      <ol className="case-items stack">
        {used.map((payment) => (
          <Attempt key={payment.id} orderNumber={order.orderNumber} payment={payment} />
        ))}
      </ol>
      <UnusedAttempts attempts={payments.filter(({ isUnused }) => isUnused)} />
    </Card>
  );
}

/** Attempts that need no action: abandoned, or ended because another payment arrived. */
function UnusedAttempts({ attempts }: { attempts: readonly CasePayment[] }) {
  if (attempts.length === 0) return null;
  return (
    <details className="admin-small">
      <summary>
        {attempts.length === 1 ? '1 unused payment attempt' : `${attempts.length} unused payment attempts`}
      </summary>
      <ul className="stack gap-2 above-2">
        {attempts.map(({ id, amount, provider, createdAt, reviewReason, providerPaymentId }) => (
          <li key={id}>
            <span>{`${formatUsd(textToCents(amount))}, ${providerWords(provider)}, started`}</span>{' '}
            <Moment at={createdAt} />
            {reviewReason && (
              <>
                <span>{`. ${reviewReason}`}</span>
              </>
            )}
            {providerPaymentId && <bdi className="case-id">{providerPaymentId}</bdi>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Attempt({ orderNumber, payment }: { orderNumber: string; payment: CasePayment }) {
  const {
    provider,
    providerPaymentId,
    status,
    amount,
    received,
    reviewReason,
    dispute,
    createdAt,
    updatedAt,
  } = payment;
  return (
    <li>
      <p>
        <strong className="money">{formatUsd(textToCents(amount))}</strong>{' '}
        <span>{`${PAYMENT_LABELS[status]}${received !== null && received !== `${amount} USD` ? `, ${received} received` : ''}`}</span>
      </p>
      {dispute ? (
        <DisputeNote dispute={dispute} provider={provider} />
      ) : (
        reviewReason && <p className="error">{reviewReason}</p>
      )}
      <p className="admin-small">
        <span>{`${providerWords(provider)},`}</span> <Moment at={status === 'paid' ? updatedAt : createdAt} />
        {providerPaymentId && <bdi className="case-id">{providerPaymentId}</bdi>}
      </p>
      <Refunds refunds={payment.refunds} />
      <Refund orderNumber={orderNumber} payment={payment} />
    </li>
  );
}

/** A disputed payment, its deadline, and the provider's page to respond. */
export function DisputeNote({ dispute, provider }: { dispute: Dispute; provider: string }) {
  const { status, respondBy, url } = dispute;
  const isOurTurn = status === 'open' && respondBy !== null;
  return (
    <p className="error">
      <span>{disputeText(dispute, useContext(StudioZone))}</span>{' '}
      {url.startsWith('https://') && (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {`${isOurTurn ? 'Respond' : 'View it'} at ${providerWords(provider)}`}
        </a>
      )}
    </p>
  );
}

type CaseDocumentsProps = {
  orderNumber: string;
  documents: readonly OrderDocument[];
  isCompleted: boolean;
  isFree: boolean;
};

/** The invoices and credit notes of an order, as PDF. Renders nothing before the order is completed. */
export function CaseDocuments({ orderNumber, documents, isCompleted, isFree }: CaseDocumentsProps) {
  if (!isCompleted) return null;
  return (
    <Card className="case-card" title="Invoices">
      {documents.length === 0 ? (
        // An older order gets its number now, and an order that cost nothing has a receipt.
        <p>
          <DownloadLink path={`/api/json/cases/${orderNumber}/invoice.pdf`}>
            {isFree ? 'Receipt (PDF)' : 'Invoice (PDF)'}
          </DownloadLink>
        </p>
      ) : (
        <Documents {...{ documents }} />
      )}
    </Card>
  );
}

export const Documents = ({ documents }: { documents: readonly OrderDocument[] }) => (
  <ol className="case-items stack">
    {documents.map(({ number, kind, day, amountCents, isVoid, url }) => (
      <li key={number}>
        <p>
          <DownloadLink path={url}>{`${number} (PDF)`}</DownloadLink>{' '}
          <span className="money">{formatUsd(amountCents)}</span>
        </p>
        <p className="admin-small">
          <span>{`${kind === 'invoice' ? 'Invoice' : 'Credit note'} dated`}</span> <WrittenDay day={day} />
          {isVoid && <span>. Void, because the refund failed</span>}
        </p>
      </li>
    ))}
  </ol>
);
