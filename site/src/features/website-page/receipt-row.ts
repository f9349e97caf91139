import type { ReceiptRow } from '@northlight/shared/catalogue/receipt.ts';

/** The markup of `ui/receipt.tsx` without React. */
export function receiptRow(row: ReceiptRow): HTMLElement {
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
