import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../lib/api-client.ts';
import { linkInAddress } from '../../lib/order-page.ts';

const { order, key } = linkInAddress();
const question = document.getElementById('question');
const button = document.querySelector<HTMLButtonElement>('#stop');
const outcome = document.getElementById('outcome');

function say(words: string): void {
  if (outcome) outcome.textContent = words;
}

for (const element of document.querySelectorAll('[data-order]')) element.textContent = order;

if (!order || !key) {
  question?.setAttribute('hidden', '');
  say('This link is incomplete. Please use the one in our email.');
}

button?.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const { message } = await call('POST /api/stop-reminders', { query: { order, key } });
    question?.setAttribute('hidden', '');
    say(`${message} Your order hasn’t changed.`);
    // The focused button is gone.
    outcome?.focus();
  } catch (error) {
    button.disabled = false;
    const unreachable = 'We couldn’t reach our server. Please try again.';
    say(
      error instanceof CallError && error.status === 404
        ? 'This link isn’t valid. Please use the one in our email.'
        : failureText(error, unreachable, unreachable),
    );
  }
});
