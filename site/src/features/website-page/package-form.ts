import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { receiptRows, recurringText, type ReceiptRow } from '@northlight/shared/catalog/receipt.ts';
import { catalog } from '../../content/catalog.ts';
import { FORCE_SELECTED_KEY, readBundle, resetChoices, writeBundle } from '../../lib/bundle-storage.ts';
import { writeItem } from '../../lib/web-storage.ts';
import { packageSentence } from './package-sentence.ts';

const form = document.querySelector<HTMLFormElement>('#package-form');

function choices() {
  const data = new FormData(form ?? undefined);
  const ticked = data.getAll('addon');
  return {
    isYearly: data.get('billing') === 'yearly',
    addonIds: catalog.addons.map(({ id }) => id).filter((id) => ticked.includes(id)),
  };
}

function show(): string {
  const current = computePrice(catalog, { serviceIds: ['website'], ...choices() });
  const rows = document.querySelector('#package-receipt dl');
  rows?.replaceChildren(...receiptRows(current, 'short').map(receiptRow));
  rows?.classList.add('is-live');
  setText('[data-package=today]', formatUsd(current.dueTodayCents));
  setText('[data-package=then]', `then ${recurringText(current)}`);
  return packageSentence(current);
}

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}

form?.addEventListener('change', () => {
  writeBundle(choices());
  setText('#package-said', show());
});

document.querySelector('#mobile-checkout')?.addEventListener('click', () => {
  const { serviceIds } = readBundle();
  if (serviceIds.includes('website')) return;
  writeBundle({ serviceIds: [...serviceIds, 'website'] });
  writeItem('localStorage', FORCE_SELECTED_KEY, 'website');
});

function resetForm(): void {
  form?.reset();
  resetChoices();
}

resetForm();
// The browser's Back button can restore the page as it was left.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  resetForm();
  show();
});

/** The markup of `ui/receipt.tsx` without React. */
function receiptRow(row: ReceiptRow): HTMLElement {
  const element = document.createElement('div');
  element.className = `receipt-row ${row.kind}`;
  if (row.serviceId) element.dataset['service'] = row.serviceId;
  const label = document.createElement('dt');
  label.textContent = row.label;
  const amount = document.createElement('dd');
  amount.className = 'money';
  amount.textContent = row.amount;
  element.append(label, amount);
  return element;
}
