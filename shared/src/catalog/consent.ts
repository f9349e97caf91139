import { recurringText } from './receipt.ts';
import type { Price } from './price.ts';

/** The consent shown next to the pay button and stored with the order. Null without a recurring payment. */
export function consentText(price: Price): string | null {
  const recurring = recurringText(price);
  return (
    recurring &&
    `After that, your website costs ${recurring}, starting one ${price.recurringPeriod} from today, until you cancel. We will save your payment method for these payments and let you know before the first charge.`
  );
}
