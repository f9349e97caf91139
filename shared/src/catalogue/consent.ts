import { recurringText } from './receipt.ts';
import type { Quote } from './quote.ts';

/** What the buyer agrees to by paying, shown beside the button and stored on the order (D11). Null when nothing recurs. */
export function consentText(quote: Quote): string | null {
  const recurring = recurringText(quote);
  return (
    recurring &&
    `Your website then costs ${recurring}, starting one ${quote.recurringPeriod} from today, until you cancel. We save your payment method for that and tell you before the first charge.`
  );
}
