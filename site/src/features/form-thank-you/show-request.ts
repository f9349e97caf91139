import { readSubmission } from './submission.ts';

const HOME_AFTER_MS = 3_000;

const submission = readSubmission(location.search);
const { type, orderNumber, email, next } = submission;

document.body.dataset['service'] = type === 'chatbot' ? 'voice' : 'website';
for (const line of document.querySelectorAll<HTMLElement>('[data-for]'))
  line.hidden = line.dataset['for'] !== next;
for (const [name, text] of Object.entries({ orderNumber, email })) {
  const fact = document.querySelector<HTMLElement>(`[data-fact="${name}"]`);
  const value = fact?.querySelector('dd');
  if (!fact || !value || !text) continue;
  value.textContent = text;
  fact.hidden = false;
}

const order = document.querySelector<HTMLAnchorElement>('#order');
if (order && orderNumber && next === type) {
  order.href = `/order?${new URLSearchParams({ order: orderNumber })}`;
  order.hidden = false;
}

if (!orderNumber && !email) {
  document.getElementById('received')?.setAttribute('hidden', '');
  document.getElementById('nothing')?.removeAttribute('hidden');
  setTimeout(() => location.replace('/'), HOME_AFTER_MS);
}
