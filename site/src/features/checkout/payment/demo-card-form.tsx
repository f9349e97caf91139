import { type SubmitEvent, useState } from 'react';
import type { DemoCardInput } from '@northlight/shared/contracts/payments.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { useCheckout } from '../state/checkout-store.ts';
import { BankConfirmation } from './bank-confirmation.tsx';
import type { CardFormProps } from './card-payment.tsx';
import { type CardFieldName, CardInputs } from './card-inputs.tsx';
import { cardErrors, type CardFields, emptyCard, filledCard, TEST_CARDS } from './demo-card.ts';
import { PaymentFailed, PayNow } from './card-form-parts.tsx';
import { call } from '../../../lib/api-client.ts';
import { handleRejection, isOutdated } from './handle-rejection.ts';
import { CARD_FALLBACK, type Confirmation } from './pay-by-card.ts';

const focusOn = (id: string) => document.getElementById(id)?.focus();

/** Demo mode only. Its input is never stored. */
export function DemoCardForm({ chargedCents, pay }: CardFormProps) {
  const isBusy = useCheckout((state) => state.isBusy);
  const [card, setCard] = useState(emptyCard);
  const [faults, setFaults] = useState<Partial<CardFields>>({});
  const [stage, setStage] = useState<'form' | 'bank' | 'failed'>('form');
  const [reason, setReason] = useState<string>();

  async function payNow(isConfirmed: boolean) {
    setStage(isConfirmed ? 'bank' : 'form');
    const outcome = await pay(({ clientSecret }) =>
      payWithDemoCard({ clientSecret, cardNumber: card.number, isConfirmed }),
    );
    if (outcome.kind === 'needs-confirmation') setStage('bank');
    if (outcome.kind !== 'failed') return;
    setReason(outcome.reason);
    setStage('failed');
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = cardErrors(card, new Date());
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) focusOn(`card-${first}`);
    else void payNow(false);
  }

  function change(name: CardFieldName, value: string) {
    setCard({ ...card, [name]: value });
    setFaults({ ...faults, [name]: undefined });
  }

  if (stage === 'bank') {
    return (
      <BankConfirmation
        chargedCents={chargedCents}
        isBusy={isBusy}
        onConfirm={() => void payNow(true)}
        onCancel={() => {
          setReason(undefined);
          setStage('failed');
          setTimeout(() => focusOn('pay-now'));
        }}
      />
    );
  }
  return (
    <form className="card-form stack gap-5" noValidate onSubmit={submit}>
      <CardInputs card={card} faults={faults} isBusy={isBusy} onChange={change} />
      <TestCards
        onUse={(number) => {
          setCard(filledCard(number));
          setFaults({});
          focusOn('pay-now');
        }}
      />
      {stage === 'failed' && (
        <PaymentFailed reason={reason}>
          You haven’t been charged, and your bundle and details are saved. Try again, or pay another way.
        </PaymentFailed>
      )}
      <PayNow chargedCents={chargedCents} />
    </form>
  );
}

async function payWithDemoCard(body: DemoCardInput): Promise<Confirmation> {
  try {
    const response = await call('POST /api/demo-payments/card', { body });
    if (response.status === 'succeeded') return 'paid';
    if (response.status === 'requires_action') return 'needs-confirmation';
    if (response.status !== 'declined')
      return { failure: `Payment status: ${String(Object(response).status)}`, isCertain: false };
    return response.isOver ? 'over' : { failure: response.message || CARD_FALLBACK, isCertain: true };
  } catch (error) {
    if (isOutdated(error) && handleRejection(error)) return 'incomplete';
    return { failure: failureText(error, CARD_FALLBACK, CARD_FALLBACK), isCertain: false };
  }
}

/** The demo's test cards. Each one fills in the form. */
export function TestCards({ onUse }: { onUse: (number: string) => void }) {
  return (
    <section className="test-cards stack gap-2 sm" aria-labelledby="test-cards-title">
      <h3 id="test-cards-title">Test cards</h3>
      <p>This is a demo. No real charges are made, and only these numbers work.</p>
      <ul className="test-card-list stack gap-2">
        {TEST_CARDS.map(({ number, effect }) => (
          <li key={number}>
            <button className="test-card full target" type="button" onClick={() => onUse(number)}>
              <span className="visually-hidden">Use </span>
              <span className="money">{number}</span>
              <small>{effect}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
