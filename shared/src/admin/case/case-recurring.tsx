import { useState, useContext } from 'react';
import * as z from 'zod/mini';
import { centsToText, formatUsd, textToCents } from '../../catalog/money.ts';
import { amountInDollars } from '../../contracts/payments.ts';
import type { CaseResponse, CaseOrder } from '../../contracts/cases.ts';
import { rightForRecurring, type RecurringAction, type CaseAgreement } from '../../contracts/recurring.ts';
import { PAID_BACK_TEXT } from '../../contracts/review.ts';
import { typedDollars } from '../../contracts/typed-money.ts';
import { Button } from '../../ui/button.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { useOpenForm } from '../drafts/use-draft.ts';
import { useMay } from '../base/session.queries.ts';
import { StudioZone } from '../base/admin-context.ts';
import { Moment } from '../list/times.tsx';
import { recurringWords } from '../orders/order-labels.ts';
import {
  ACTION_LABELS,
  actionsFor,
  priceWords,
  resumeWords,
  type ActionName,
  RecurringState,
} from '../recurring/recurring-labels.tsx';
import { OfferPrice } from '../recurring/offer-prices.tsx';
import { ask, useActions } from '../base/ui-store.ts';
import { Card } from '../base/card.tsx';
import { Icon } from '../base/icon.tsx';
import { Menu } from '../base/menu.tsx';
import { DOTS } from '../base/page-head.tsx';
import { CaseCharges } from './case-charges.tsx';
import { useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Facts } from './facts.tsx';

type CaseRecurringProps = { order: CaseOrder } & Pick<CaseResponse, 'recurring' | 'canStartRecurring'>;

/** An order's recurring payment and its charges. Renders nothing if the customer agreed to none. */
export function CaseRecurring({ order, recurring, canStartRecurring }: CaseRecurringProps) {
  const mayWork = useMay('work');
  const mayManage = useMay('manage');
  const isPromised = order.paymentStatus === 'completed' && textToCents(order.recurringPayment) > 0;
  if (!recurring && !isPromised) return null;
  const { orderNumber } = order;
  const names = recurring ? actionsFor(recurring) : canStartRecurring ? (['start'] as const) : [];
  return (
    <Card className="case-card" title="Recurring payment">
      {recurring ? (
        <State recurring={recurring} />
      ) : (
        <p>
          {`The customer agreed to ${recurringWords(order)}, but the recurring payment was never started. ${
            canStartRecurring
              ? 'If you start it, past periods won’t be charged.'
              : 'It can’t be started because no payment method was saved. Ask the customer to order again.'
          }`}
        </p>
      )}
      {mayWork && (
        <Actions
          orderNumber={orderNumber}
          recurring={recurring}
          names={names.filter((name) => mayManage || rightForRecurring(name) === 'work')}
        />
      )}
      {recurring && <CaseCharges {...{ orderNumber, recurring }} />}
    </Card>
  );
}

function State({ recurring }: { recurring: CaseAgreement }) {
  const timeZone = useContext(StudioZone);
  const { state, problem, nextChargeAt, cancelAt, card, paidBack, offer } = recurring;
  return (
    <>
      {problem && <p className="error">{problem}</p>}
      {paidBack && paidBack !== 'kept' && (
        <p className="error">{`${PAID_BACK_TEXT[paidBack]} Cancel the recurring payment, or keep it.`}</p>
      )}
      <Facts
        of={{
          Status: (
            <>
              <RecurringState state={state} cancelAt={cancelAt} />
              {cancelAt && <small> No more charges.</small>}
            </>
          ),
          Price: priceWords(recurring),
          'New price': offer && (
            <>
              <span>{formatUsd(offer.amountCents)}</span>{' '}
              <small>
                <span>{offer.isAccepted ? 'accepted, from ' : 'offered, can be accepted before '}</span>
                <Moment isDay at={offer.isAccepted && offer.chargeAt ? offer.chargeAt : offer.until} />
              </small>
            </>
          ),
          'Next charge': nextChargeAt && !cancelAt && <Moment isDay at={nextChargeAt} />,
          [cancelAt ? 'If you undo this' : 'If you resume']:
            (state === 'paused' || cancelAt) && resumeWords(recurring, timeZone),
          'Payment method': card && <bdi>{card}</bdi>,
        }}
      />
    </>
  );
}

const CANCELING: Partial<Record<ActionName, { title: string; text: string }>> = {
  'cancel-now': {
    title: 'Cancel now?',
    text: 'ends right away. Nothing more is charged, and it can’t be started again.',
  },
  'cancel-later': {
    title: 'Cancel at the end of the period?',
    text: 'ends when the period that was paid is over. Until then, you can undo this.',
  },
};

const AmountFields = z.object({ amount: typedDollars(amountInDollars) });

type ActionsProps = { orderNumber: string; recurring: CaseAgreement | null; names: readonly ActionName[] };

function Actions({ orderNumber, recurring, names }: ActionsProps) {
  const [isOffering, setIsOffering] = useState(false);
  const { isOpen, form, opener } = useOpenForm(`${orderNumber} recurring amount`);
  const act = (client: AdminClient, body: RecurringAction) =>
    client.call('POST /api/admin/cases/:orderNumber/recurring', { params: { orderNumber }, body });
  const { isBusy, run } = useAdminAction(act, 'Couldn’t change the recurring payment');
  const start = (name: ActionName) => {
    const canceling = CANCELING[name];
    if (name === 'change-amount') opener.onClick();
    else if (name === 'offer-amount') setIsOffering(true);
    else if (recurring && canceling)
      ask(
        {
          title: canceling.title,
          text: `The recurring payment of ${priceWords(recurring)} ${canceling.text} The customer gets an email.`,
          confirm: 'Cancel recurring payment',
          keep: 'Keep it',
        },
        () => run({ action: name } as RecurringAction),
      );
    else run({ action: name });
  };
  useActions(
    names.map((name) => ({ label: `Recurring payment: ${ACTION_LABELS[name]}`, run: () => start(name) })),
  );
  const [first, ...others] = names;
  const button = (name: ActionName) => (
    <Button
      key={name}
      isQuiet
      className={name === 'cancel-now' ? 'danger' : undefined}
      isBusy={isBusy}
      {...(name === 'change-amount' && opener)}
      onClick={() => start(name)}
    >
      {ACTION_LABELS[name]}
    </Button>
  );
  return (
    <>
      {first && (
        <div className="case-actions cluster gap-2">
          {button(first)}
          {others.length > 0 && (
            <Menu
              className="icon-button"
              aria-label="Other actions for the recurring payment"
              items={others.map(button)}
            >
              <Icon d={DOTS} />
            </Menu>
          )}
        </div>
      )}
      {recurring && isOpen && names.includes('change-amount') && (
        <DataForm
          {...form}
          className="case-refund stack gap-3"
          schema={AmountFields}
          initial={{ amount: centsToText(recurring.amountCents) }}
          fields={[
            {
              name: 'amount',
              label: `New amount per ${recurring.period} in US dollars`,
              help: 'Starts with the next charge. The customer gets an email.',
              width: 'short',
              inputMode: 'decimal',
            },
          ]}
          act={(client, { amount }) =>
            act(client, { action: 'change-amount', amount, version: recurring.version })
          }
          failure="Couldn’t change the amount"
          submit="Save amount"
          busyLabel="Saving…"
        />
      )}
      {recurring && isOffering && (
        <OfferPrice agreements={[recurring]} onClose={() => setIsOffering(false)} />
      )}
    </>
  );
}
