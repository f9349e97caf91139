import type { DemoPaypalInput } from '@northlight/shared/contracts/payments.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../../lib/api-client.ts';

/** The demo's PayPal page: sends the customer's decision and returns to checkout. */
function bindDecisionButtons(): void {
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
    say('One moment…');
    try {
      const response = await call('POST /api/demo-payments/paypal', { body: { paypalOrderId, decision } });
      // Only the path, because the bundle is stored under the host name this browser uses.
      const { pathname, search } = new URL(response.returnUrl, location.origin);
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
  // A page from the back/forward cache may have been left while sending.
  addEventListener('pageshow', (event) => {
    if (event.persisted) isSending = false;
  });
}

bindDecisionButtons();
