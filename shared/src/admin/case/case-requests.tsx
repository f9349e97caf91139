import { useState } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import { percentOf } from '../../catalog/price.ts';
import type { CaseOrder, CaseResponse } from '../../contracts/cases.ts';
import {
  NewPaymentRequest,
  type ActOnPaymentRequest,
  type PaymentRequest,
} from '../../contracts/payment-requests.ts';
import { newUuid } from '../../ui/new-uuid.ts';
import type { ListedQuote } from '../../contracts/quotes.ts';
import { typedCents } from '../../contracts/typed-money.ts';
import { Button } from '../../ui/button.tsx';
import { Act } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { Icon } from '../base/icon.tsx';
import { Menu } from '../base/menu.tsx';
import { DOTS } from '../base/page-head.tsx';
import { useMay } from '../base/session.queries.ts';
import { useWanted } from '../base/ui-store.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { useOpenForm, type OpenForm } from '../drafts/use-draft.ts';
import { CaseLink, QuoteLink } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { QuoteState } from '../quotes/quote-labels.tsx';
import { RecordPayment } from './record-payment.tsx';

type CaseRequestsProps = { order: CaseOrder; requests: readonly PaymentRequest[] };

/** What the customer was asked to pay on an order, and a form that asks for more. */
export function CaseRequests({ order, requests }: CaseRequestsProps) {
  const mayWork = useMay('work');
  const { isOpen, form, open } = useOpenForm(`${order.orderNumber} payment request`);
  useWanted(`${order.orderNumber} ask`, open);
  if (requests.length === 0 && !isOpen) return null;
  return (
    <Card className="case-card" title="Payment requests">
      {order.owedCents > 0 && <p>{owedWords(order.owedCents, requests)}</p>}
      <ol className="case-items stack">
        {requests.map((request) => (
          <Request key={request.id} orderNumber={order.orderNumber} request={request} />
        ))}
      </ol>
      {mayWork && isOpen && <AskForm order={order} form={form} />}
    </Card>
  );
}

/** "Still owed: $1,429.94. $793.94 is asked for, and $636.00 is later." */
function owedWords(owedCents: number, requests: readonly PaymentRequest[]): string {
  const asked = requests.filter(({ state }) => state === 'open');
  const askedCents = asked.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const parts = [
    askedCents > 0 && `${formatUsd(askedCents)} is asked for`,
    owedCents > askedCents && `${formatUsd(owedCents - askedCents)} isn’t yet`,
  ].filter((part) => part !== false);
  return `Still owed: ${formatUsd(owedCents)}. ${parts.join(', and ')}.`;
}

/** After the last approval, what was agreed on and not asked for yet is due. */
export function FinalPayment({ response }: { response: CaseResponse }) {
  const { orderNumber, services, paymentRequests } = response;
  const isApproved = services.length > 0 && services.every(({ state }) => APPROVED.has(state));
  const left = paymentRequests.find(({ state }) => state === 'draft');
  if (!isApproved || !left) return null;
  return (
    <p className="notice cluster middle">
      <span>{`Everything is approved. Send the request for ${formatUsd(left.amountCents)}?`}</span>
      <Act
        call="POST /api/admin/cases/:orderNumber/payment-requests/:id"
        params={{ orderNumber, id: left.id }}
        body={{ action: 'send' }}
        failure="Couldn’t send the request"
      >
        Send it
      </Act>
    </p>
  );
}

const APPROVED = new Set<CaseResponse['services'][number]['state']>(['launch', 'done', 'closed']);

const LABELS: Record<PaymentRequest['state'], string> = {
  draft: 'Not sent',
  open: 'Waiting for payment',
  paid: 'Paid',
  canceled: 'Canceled',
};

function Request({ orderNumber, request }: { orderNumber: string; request: PaymentRequest }) {
  const { id, state, reason, amountCents, taxCents, sentAt, createdAt, reminds, paidBy } = request;
  const mayWork = useMay('work');
  const mayManage = useMay('manage');
  const { isOpen, form, opener } = useOpenForm(`${orderNumber} request ${id} record`);
  const isOver = state === 'paid' || state === 'canceled';
  const act = (client: AdminClient, body: ActOnPaymentRequest) =>
    client.call('POST /api/admin/cases/:orderNumber/payment-requests/:id', {
      params: { orderNumber, id },
      body,
    });
  const button = (label: string, action: 'send' | 'stop-reminders' | 'cancel') => (
    <Act isQuiet act={(client) => act(client, { action })} failure="Couldn’t change the request">
      <span>{label}</span> <span className="visually-hidden">{reason}</span>
    </Act>
  );
  return (
    <li>
      <p>
        <strong className="money">{formatUsd(amountCents)}</strong> <bdi>{reason}</bdi>
      </p>
      <p className="admin-small">
        <span className="status-label" data-request={state}>
          {LABELS[state]}
        </span>
        {taxCents > 0 && <span>{` · with ${formatUsd(taxCents)} sales tax`}</span>}
        <Moment before={sentAt ? ' · sent ' : ' · written '} at={sentAt ?? createdAt} />
        {state === 'open' && !reminds && <span> · no reminders</span>}
        {paidBy && paidBy !== orderNumber && (
          <>
            {' '}
            <span>·</span> <CaseLink orderNumber={paidBy} />
          </>
        )}
      </p>
      {mayWork && !isOver && (
        <div className="case-actions cluster gap-2">
          {button(state === 'draft' ? 'Send' : 'Send again', 'send')}
          <Menu
            className="icon-button"
            aria-label={`Other actions for ${reason}`}
            items={
              <>
                {state === 'open' && reminds && button('Stop reminders', 'stop-reminders')}
                {mayManage && (
                  <Button isQuiet {...opener}>
                    Record a payment <span className="visually-hidden">{reason}</span>
                  </Button>
                )}
                {button('Cancel', 'cancel')}
              </>
            }
          >
            <Icon d={DOTS} />
          </Menu>
        </div>
      )}
      {mayManage && !isOver && isOpen && (
        <RecordPayment {...form} amount={formatUsd(amountCents)} send={act} />
      )}
    </li>
  );
}

type AskFormProps = { order: CaseOrder; form: OpenForm };

function AskForm({ order: { orderNumber, taxPercent }, form }: AskFormProps) {
  const [key] = useState(newUuid);
  const sumsOf = (amount: string) => {
    const cents = typedCents(amount) || 0;
    const tax = percentOf(taxPercent, cents);
    return { cents, tax, whole: formatUsd(cents + tax) };
  };
  return (
    <DataForm
      {...form}
      className="case-refund stack gap-3"
      label="Ask for a payment"
      schema={NewPaymentRequest}
      initial={{ amount: '', reason: '', dueDays: '', key }}
      fields={({ amount }) => {
        const { tax, whole } = sumsOf(amount);
        return [
          {
            name: 'amount',
            label: 'Amount in US dollars, before sales tax',
            width: 'short',
            inputMode: 'decimal',
            autoComplete: 'off',
          },
          <p className="admin-small" role="status" key="tax">
            {tax > 0
              ? `With ${formatUsd(tax)} sales tax, the customer pays ${whole}.`
              : 'No sales tax is added for this order’s address.'}
          </p>,
          {
            name: 'reason',
            label: 'What is it for?',
            help: 'The customer sees this in the email and on the invoice. We send reminders until it is paid.',
            autoComplete: 'off',
          },
          {
            name: 'dueDays',
            label: 'Due in business days after payment',
            help: 'Optional. If you set it, the order gets this as work to do, due that day.',
            width: 'short',
            inputMode: 'numeric',
            autoComplete: 'off',
          },
        ];
      }}
      act={(client, _checked, typed) =>
        client.call('POST /api/admin/cases/:orderNumber/payment-requests', {
          params: { orderNumber },
          body: typed.getValues(),
        })
      }
      failure="Couldn’t send the request"
      submit={({ amount }) => `Ask for ${sumsOf(amount).cents > 0 ? sumsOf(amount).whole : 'it'}`}
      busyLabel="Sending…"
      onCancel={form.onDone}
    />
  );
}

type CaseQuotesProps = { quotes: readonly ListedQuote[] };

/** The quotes about an order or a request. */
export function CaseQuotes({ quotes }: CaseQuotesProps) {
  if (quotes.length === 0) return null;
  return (
    <Card className="case-card" title="Quotes">
      <ol className="case-items stack">
        {quotes.map((quote) => (
          <li key={quote.number}>
            <p>
              <QuoteLink number={quote.number} />{' '}
              <strong className="money">{formatUsd(textToCents(quote.total))}</strong>
            </p>
            <p className="admin-small">
              <QuoteState {...quote} />
              <Moment isDay before=" · valid until " at={quote.validUntil} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
