import {
  CREATE_PAYMENT_INTENT_PATH,
  type CreatePaymentIntentInput,
  type PaymentIntentAnswer,
} from '@northlight/shared/contracts/checkout.ts';
import { centsToDollars } from '@northlight/shared/catalogue/money.ts';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { useEffect, useState } from 'react';
import { postJson } from '../../../lib/api-client.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { readBuyer, toDraft } from '../checkout-draft.ts';
import { priceOf, useCheckout } from '../checkout-store.ts';
import { leaveWith } from '../place-order.ts';
import { followRefusal } from './follow-refusal.ts';

const FALLBACK = 'Could not initialize payment form. Please try again.';

export type IntentState =
  { status: 'loading' } | { status: 'failed' } | { status: 'ready'; intent: PaymentIntentAnswer };

/** Once in the life of its component: stores the draft at the server and asks for the payment of its price. */
export function usePaymentIntent(): IntentState {
  const [state, setState] = useState<IntentState>({ status: 'loading' });

  useEffect(() => {
    let isCurrent = true;
    createIntent().then(
      (intent) => {
        if (!isCurrent) return;
        // Paid before, perhaps in another tab: show that order, charge nothing.
        if (intent.order) leaveWith(intent.order);
        else setState({ status: 'ready', intent });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setState({ status: 'failed' });
        if (followRefusal(error)) return;
        showToast({
          title: 'Error',
          description: wordsOf(error),
          isError: true,
        });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, []);

  return state;
}

/** Whoever has to wait is told how long. */
function wordsOf(error: unknown): string {
  const isTooMany = error instanceof CallError && error.status === 429;
  return isTooMany ? failureText(error, FALLBACK, FALLBACK) : FALLBACK;
}

async function createIntent(): Promise<PaymentIntentAnswer> {
  const checkout = useCheckout.getState();
  const buyer = readBuyer(checkout.information);
  if (!buyer) throw new Error('The payment step is not reached without information that validates.');
  return postJson<PaymentIntentAnswer>(CREATE_PAYMENT_INTENT_PATH, {
    ...toDraft(checkout, buyer),
    amount: centsToDollars(priceOf(checkout).dueTodayCents),
  } satisfies CreatePaymentIntentInput);
}
