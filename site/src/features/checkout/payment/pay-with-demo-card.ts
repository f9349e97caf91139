import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { MINIMUM_AMOUNT_CENTS, MINIMUM_AMOUNT_MESSAGE } from '@northlight/shared/contracts/checkout.ts';
import {
  DEMO_CARD_PATH,
  type DemoCardAnswer,
  type DemoCardInput,
} from '@northlight/shared/contracts/demo-payments.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { postJson } from '../../../lib/api-client.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';

/** `over`: the shop has ended this payment, and another one is needed. */
export type CardOutcome = 'paid' | 'needs-confirmation' | 'failed' | 'over';

const FALLBACK = 'There was an issue processing your payment. Please try again.';

/** Says in a toast what failed. */
export async function payWithDemoCard(card: DemoCardInput, chargedCents: Cents): Promise<CardOutcome> {
  if (chargedCents < MINIMUM_AMOUNT_CENTS) {
    showToast({ title: 'Invalid Amount', description: MINIMUM_AMOUNT_MESSAGE, isError: true });
    return 'failed';
  }
  try {
    const answer = await postJson<DemoCardAnswer>(DEMO_CARD_PATH, card);
    if (answer.status === 'succeeded') return 'paid';
    if (answer.status === 'requires_action') return 'needs-confirmation';
    if (answer.status === 'declined' && answer.isOver) return 'over';
    if (answer.status === 'declined') return fail(answer.message || FALLBACK);
    return fail(`Payment status: ${String(Object(answer).status)}`);
  } catch (error) {
    return fail(failureText(error, FALLBACK, FALLBACK));
  }
}

function fail(description: string): CardOutcome {
  showToast({ title: 'Payment Failed', description, isError: true });
  return 'failed';
}
