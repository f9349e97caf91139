import { linkInAddress, plainCall, PlainError } from '../../lib/plain-call.ts';

const { order, key } = linkInAddress();
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
    const { message } = await plainCall('POST /api/stop-reminders', { order, key });
    question?.setAttribute('hidden', '');
    say(`${message} Your order hasn’t changed.`);
    // The focused button is gone.
    outcome?.focus();
  } catch (error) {
    button.disabled = false;
    const { status, message } = error instanceof PlainError ? error : { status: 0, message: '' };
    say(
      status === 404
        ? 'This link isn’t valid. Please use the one in our email.'
        : message || 'We couldn’t reach our server. Please try again.',
    );
  }
});
