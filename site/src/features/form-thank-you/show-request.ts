import { formAt, NEXT_FORM_KEY } from '../../lib/form-pages.ts';
import { readItem } from '../../lib/web-storage.ts';
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

const nextForm = readItem('sessionStorage', NEXT_FORM_KEY);
const nextLink = document.querySelector<HTMLAnchorElement>('#next-form');
if (nextForm?.startsWith('/') && nextLink && nextForm.includes(`order=${orderNumber}&`)) {
  nextLink.href = nextForm;
  nextLink.textContent = `Next: ${formAt(nextForm)}`;
  nextLink.hidden = false;
  order?.classList.add('quiet');
}

if (!orderNumber && !email) {
  document.getElementById('received')?.setAttribute('hidden', '');
  document.getElementById('nothing')?.removeAttribute('hidden');
  setTimeout(() => location.replace('/'), HOME_AFTER_MS);
}
