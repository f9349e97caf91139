import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import type { Quote } from '@northlight/shared/catalogue/quote.ts';
import { recurringText } from '@northlight/shared/catalogue/receipt.ts';

/** What a screen reader says after a change: "Today $198.00, then $30 a month." */
export function packageSentence(quote: Quote): string {
  const quoted = quote.lines.filter((line) => line.note === 'custom-quote').map((line) => line.name);
  const then = recurringText(quote);
  const total = `Due today: ${formatUsd(quote.dueTodayCents)}${then ? `, then ${then}` : ''}.`;
  return quoted.length > 0 ? `${total} Quoted separately: ${quoted.join(', ')}.` : total;
}
