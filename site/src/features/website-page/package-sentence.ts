import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { recurringText } from '@northlight/shared/catalog/receipt.ts';

/** The screen reader's announcement after a change: "Due today: $198.00, then $30 a month." */
export function packageSentence(price: Price): string {
  const quoted = price.lines.filter((line) => line.note === 'custom-quote').map((line) => line.name);
  const then = recurringText(price);
  const total = `Due today: ${formatUsd(price.dueTodayCents)}${then ? `, then ${then}` : ''}.`;
  return quoted.length > 0 ? `${total} Quoted separately: ${quoted.join(', ')}.` : total;
}
