import type {
  DEMO_PAYPAL_PATH,
  DemoPaypalAnswer,
  DemoPaypalInput,
} from '@northlight/shared/contracts/shop/demo-payments.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { postJson } from '../../../lib/api-client.ts';

// Written out, for the import would bring the contract's schemas into this small page; the type keeps it true.
const path = '/api/demo-payments/paypal' satisfies typeof DEMO_PAYPAL_PATH;

/** The demo's PayPal page: sends what the buyer decides and goes back to the checkout. */
export function bindDecisionButtons(): void {
  const status = document.getElementById('decision-status');
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-decision]');
  const paypalOrderId = new URLSearchParams(location.search).get('token') ?? '';
  const say = (text: string) => {
    if (status) status.textContent = text;
  };
  if (!paypalOrderId) say('This link doesn’t include a payment. Please start again from checkout.');

  let isSending = false;
  async function decide(decision: DemoPaypalInput['decision']) {
    if (isSending) return;
    isSending = true;
    say('One moment...');
    try {
      const body = { paypalOrderId, decision } satisfies DemoPaypalInput;
      const answer = await postJson<DemoPaypalAnswer>(path, body);
      // Only the path: the bundle is stored under the name by which this browser reached the shop.
      const { pathname, search } = new URL(answer.returnUrl, location.origin);
      location.replace(pathname + search);
    } catch (error) {
      isSending = false;
      say(
        failureText(
          error,
          'That didn’t work. Please try again.',
          'We couldn’t reach the shop. Please try again.',
        ),
      );
    }
  }

  for (const button of buttons) {
    button.addEventListener(
      'click',
      () => void decide(button.dataset['decision'] === 'approve' ? 'approve' : 'cancel'),
    );
  }
  // A page out of the browser's cache may have been left while it was sending.
  addEventListener('pageshow', (event) => {
    if (event.persisted) isSending = false;
  });
}
