import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import type { CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';
import { linkInAddress, plainCall, PlainError, problemText } from '../../lib/plain-call.ts';
import {
  actionsOf,
  cancelText,
  chargeText,
  factsOf,
  isSafeUrl,
  stateText,
  type Action,
} from './recurring-texts.ts';

const query = linkInAddress();
const element = (id: string): HTMLElement => document.getElementById(id) ?? document.createElement('p');
const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-action]')];
const section = element('recurring-payment');
const state = element('state');
const problem = element('problem');
const retry = element('retry');
let isActing = false;
let loading = Promise.resolve();

function show(recurring: CustomerRecurring): void {
  const { charges } = recurring;
  const actions: string[] = actionsOf(recurring);
  for (const place of document.querySelectorAll('[data-order]')) place.textContent = recurring.orderNumber;
  for (const button of buttons) button.hidden = !actions.includes(button.dataset['action'] ?? '');
  element('facts').replaceChildren(...factsOf(recurring).map(([label, text]) => row(label, text)));
  state.classList.remove('waiting');
  element('cancel-note').textContent = cancelText(recurring);
  element('none').hidden = charges.length > 0;
  element('charges').replaceChildren(
    ...charges
      .toReversed()
      .map((charge) => row(dayText(charge.dueAt), formatUsd(charge.amountCents), chargeText(charge))),
  );
  element('recurring').hidden = false;
}

function row(label: string, text: string, note?: string): HTMLElement {
  const [div, dt, dd] = [
    document.createElement('div'),
    document.createElement('dt'),
    document.createElement('dd'),
  ];
  if (note) div.className = 'receipt-row';
  dt.textContent = label;
  dd.textContent = text;
  if (note) {
    const small = document.createElement('small');
    small.textContent = note;
    dt.append(small);
  }
  div.append(dt, dd);
  return div;
}

/** A failed reload leaves what is shown. `done` is what the customer just did. */
async function load(done = ''): Promise<void> {
  try {
    const recurring = await plainCall('GET /api/recurring-payment', query);
    section.hidden = false;
    say('');
    show(recurring);
    state.textContent = `${done} ${stateText(recurring)}`.trim();
  } catch (error) {
    if (done || element('recurring').hidden) state.textContent = done;
    explain(error, { canRetry: true });
  }
}

function explain(error: unknown, { canRetry = false } = {}): void {
  // Without a recurring payment there is nothing to show. The page itself says that a link is invalid.
  section.hidden = error instanceof PlainError && error.status === 404;
  say(problemText(error), { canRetry });
}

function say(words: string, { canRetry = false } = {}): void {
  problem.textContent = words;
  retry.hidden = !canRetry;
}

/** One at a time. A busy button keeps the focus, because it isn't disabled. */
function onPress(button: HTMLElement, work: () => Promise<void>): void {
  button.addEventListener('click', async () => {
    if (isActing) return;
    isActing = true;
    button.setAttribute('aria-disabled', 'true');
    await loading;
    await work();
    button.removeAttribute('aria-disabled');
    isActing = false;
  });
}

async function act(action: Action): Promise<void> {
  try {
    const { message, url } = await plainCall('POST /api/recurring-payment', query, { action });
    if (url && isSafeUrl(url, location.origin)) return location.assign(url);
    // The state says it with the date.
    await load(action === 'cancel' ? '' : message);
    state.focus();
  } catch (error) {
    explain(error);
  }
}

for (const button of buttons) onPress(button, () => act(button.dataset['action'] as Action));
onPress(retry, async () => {
  await load();
  // The focused button is gone.
  if (retry.hidden) state.focus();
});

function reload(): void {
  if (!isActing) loading = loading.then(() => load());
}

if (query.order && query.key) {
  reload();
  // After the provider's page, or another tab.
  addEventListener('pageshow', ({ persisted }) => persisted && reload());
  addEventListener('online', reload);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && reload());
}
