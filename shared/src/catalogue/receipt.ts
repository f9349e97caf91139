import { formatPrice, formatUsd } from './money.ts';
import type { Quote } from './quote.ts';
import type { ServiceId } from './ids.ts';
import { SERVICES } from './services.ts';

export type ReceiptRow = {
  kind: 'line' | 'addon' | 'subtotal' | 'discount' | 'tax' | 'today' | 'then' | 'separately';
  label: string;
  amount: string;
  /** Whose hue marks the row. */
  serviceId?: ServiceId;
};

/** "$30 a month", "$300 a year". */
export function recurringText(quote: Pick<Quote, 'recurringCents' | 'recurringPeriod'>): string | null {
  return quote.recurringPeriod && `${formatPrice(quote.recurringCents)} a ${quote.recurringPeriod}`;
}

/** "$199.00 + $199.00/month", what the third party bills for the voice agent. */
export const voiceBilledSeparately = `${formatUsd(SERVICES.voice.basePriceCents)} + ${formatUsd(SERVICES.voice.monthlyPriceCents)}/month`;

/** The receipt in words, the same on the pages, in the mail and for the administrator. */
export function receiptRows(quote: Quote): ReceiptRow[] {
  const rows: ReceiptRow[] = quote.lines
    .filter((line) => line.note !== 'billed-separately')
    .map((line) => ({
      kind: line.addonId ? 'addon' : 'line',
      label: line.name,
      amount: line.note === 'custom-quote' ? 'Custom' : formatUsd(line.amountCents),
      serviceId: line.serviceId,
    }));
  if (quote.discountCents > 0 || quote.taxCents > 0) {
    rows.push({ kind: 'subtotal', label: 'Subtotal', amount: formatUsd(quote.subtotalCents) });
  }
  if (quote.discountCents > 0) {
    rows.push({
      kind: 'discount',
      label: `Discount (${quote.promoCode})`,
      amount: `−${formatUsd(quote.discountCents)}`,
    });
  }
  if (quote.taxCents > 0) {
    rows.push({ kind: 'tax', label: 'Tax (6%)', amount: formatUsd(quote.taxCents) });
  }
  rows.push({ kind: 'today', label: 'Today', amount: formatUsd(quote.dueTodayCents) });
  const then = recurringText(quote);
  if (then) rows.push({ kind: 'then', label: 'Then', amount: then, serviceId: 'website' });
  if (quote.lines.some((line) => line.note === 'billed-separately')) {
    rows.push({
      kind: 'separately',
      label: 'Billed separately',
      amount: voiceBilledSeparately,
      serviceId: 'voice',
    });
  }
  return rows;
}
