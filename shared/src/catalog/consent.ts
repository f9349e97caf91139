import { recurringText } from './receipt.ts';
import type { Quote } from './quote.ts';

/** The consent shown next to the pay button and stored with the order. Null without a recurring payment. */
export function consentText(quote: Quote): string | null {
  const recurring = recurringText(quote);
  return (
    recurring &&
    `After that, your website costs ${recurring}, starting one ${quote.recurringPeriod} from today, until you cancel. We will save your payment method for these payments and let you know before the first charge.`
  );
}
