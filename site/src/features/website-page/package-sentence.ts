import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { Quote } from '@northlight/shared/catalog/quote.ts';
import { recurringText } from '@northlight/shared/catalog/receipt.ts';

/** The screen reader's announcement after a change: "Due today: $198.00, then $30 a month." */
export function packageSentence(quote: Quote): string {
  const quoted = quote.lines.filter((line) => line.note === 'custom-quote').map((line) => line.name);
  const then = recurringText(quote);
  const total = `Due today: ${formatUsd(quote.dueTodayCents)}${then ? `, then ${then}` : ''}.`;
  return quoted.length > 0 ? `${total} Quoted separately: ${quoted.join(', ')}.` : total;
}
