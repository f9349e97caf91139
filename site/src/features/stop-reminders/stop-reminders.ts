import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../lib/api-client.ts';
import { readOrderLink } from '../forms/order-link/read-order-link.ts';

const { order, key } = readOrderLink(location.search);
const question = document.getElementById('question');
const button = document.querySelector<HTMLButtonElement>('#stop');
const outcome = document.getElementById('outcome');

function say(words: string): void {
  if (outcome) outcome.textContent = words;
}

for (const place of document.querySelectorAll('[data-order]')) place.textContent = order;

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
    const isUnknown = error instanceof CallError && error.status === 404;
    say(
      isUnknown
        ? 'This link isn’t valid. Please use the one in our email.'
        : failureText(error, 'Please try again.', 'We couldn’t reach our server. Please try again.'),
    );
  }
});
