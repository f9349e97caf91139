import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { PaymentIntentAnswer } from '@northlight/shared/contracts/checkout.ts';
import { useState, type SubmitEvent } from 'react';
import { closeToast } from '@northlight/shared/ui/toasts.ts';
import { useCheckout } from '../checkout-store.ts';
import { BankConfirmation } from './bank-confirmation.tsx';
import { CardInputs, type CardFieldName } from './card-inputs.tsx';
import { cardFaults, emptyCard, filledCard, type CardFields } from './demo-card.ts';
import { PayNow } from './pay-now.tsx';
import { payWithDemoCard } from './pay-with-demo-card.ts';
import { TestCards } from './test-cards.tsx';

type DemoCardFormProps = { intent: PaymentIntentAnswer; chargedCents: Cents; onRetry: () => void };

const focusOn = (id: string) => document.getElementById(id)?.focus();

/** Demo mode only (D9). What is typed here is never stored. */
export function DemoCardForm({ intent, chargedCents, onRetry }: DemoCardFormProps) {
  const isBusy = useCheckout((state) => state.isBusy);
  const [card, setCard] = useState(emptyCard);
  const [faults, setFaults] = useState<Partial<CardFields>>({});
  const [stage, setStage] = useState<'form' | 'bank' | 'failed'>('form');

  async function pay(isConfirmed: boolean) {
    closeToast();
    useCheckout.setState({ isBusy: true, notice: null });
    const { clientSecret, paymentIntentId } = intent;
    const outcome = await payWithDemoCard(
      { clientSecret, cardNumber: card.number, isConfirmed },
      chargedCents,
    );
    if (outcome === 'paid') {
      useCheckout.setState({ madePayment: { paymentIntentId } });
      return;
    }
    useCheckout.setState({ isBusy: false });
    if (outcome === 'over') return onRetry();
    setStage(outcome === 'failed' ? 'failed' : 'bank');
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = cardFaults(card, new Date());
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) focusOn(`card-${first}`);
    else void pay(false);
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
        onConfirm={() => void pay(true)}
        onCancel={() => {
          setStage('failed');
          setTimeout(() => focusOn('pay-now'));
        }}
      />
    );
  }
  return (
    <form className="card-form" noValidate onSubmit={submit}>
      <CardInputs card={card} faults={faults} isBusy={isBusy} onChange={change} />
      <TestCards
        onUse={(number) => {
          setCard(filledCard(number));
          setFaults({});
          focusOn('pay-now');
        }}
      />
      {stage === 'failed' && (
        <p className="alert">
          Nothing was charged. Your bundle and details are kept: try again, or pay another way.
        </p>
      )}
      <PayNow chargedCents={chargedCents} />
    </form>
  );
}
