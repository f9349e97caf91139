import { formatPrice, formatUsd, type Cents } from './money.ts';
import type { Quote } from './quote.ts';
import type { ServiceId } from './ids.ts';
import { SERVICES } from './services.ts';

export type ReceiptRow = {
  kind:
    'line' | 'addon' | 'subtotal' | 'discount' | 'tax' | 'today' | 'refunded' | 'net' | 'then' | 'separately';
  label: string;
  amount: string;
  /** The service whose color marks the row. */
  serviceId?: ServiceId;
};

/** "$30 a month", "$300 a year". */
export function recurringText(quote: Pick<Quote, 'recurringCents' | 'recurringPeriod'>): string | null {
  return quote.recurringPeriod && `${formatPrice(quote.recurringCents)} a ${quote.recurringPeriod}`;
}

/** "$199.00 + $199.00/month", the third party's price for the voice agent. */
export const voiceBilledSeparately = `${formatUsd(SERVICES.voice.basePriceCents)} + ${formatUsd(SERVICES.voice.monthlyPriceCents)}/month`;

/** The price of the voice agent on receipts. */
export const voiceQuoteText = `from ${formatUsd(SERVICES.voice.basePriceCents)} + from ${formatUsd(SERVICES.voice.monthlyPriceCents)}/month, subject to quote`;

/**
 * The rows of a receipt, the same on pages, in emails, and for the administrator. The short form is for
 * customers who are still choosing. It has no tax, because the address is not known yet. `refundedCents`: what was
 * refunded of the total since.
 */
export function receiptRows(
  quote: Quote,
  form: 'full' | 'short' = 'full',
  refundedCents: Cents = 0,
): ReceiptRow[] {
  return [
    ...lineRows(quote),
    ...(form === 'full' ? totalRows(quote) : shortRows(quote)),
    ...refundRows(quote, refundedCents),
    ...laterRows(quote),
  ];
}

function lineRows({ lines }: Quote): ReceiptRow[] {
  return lines
    .filter((line) => line.note !== 'billed-separately')
    .map((line) => ({
      kind: line.addonId ? 'addon' : 'line',
      label: line.name,
      amount: line.note === 'custom-quote' ? 'Custom' : formatUsd(line.amountCents),
      serviceId: line.serviceId,
    }));
}

function totalRows(quote: Quote): ReceiptRow[] {
  return [
    subtotalRow(quote),
    ...discountRows(quote),
    { kind: 'tax', label: quote.taxCents > 0 ? 'Tax (6%)' : 'Tax', amount: formatUsd(quote.taxCents) },
    { kind: 'today', label: 'Total', amount: formatUsd(quote.dueTodayCents) },
  ];
}

function shortRows(quote: Quote): ReceiptRow[] {
  return [
    ...(quote.discountCents > 0 ? [subtotalRow(quote)] : []),
    ...discountRows(quote),
    { kind: 'today', label: 'Due today', amount: formatUsd(quote.dueTodayCents) },
  ];
}

const subtotalRow = ({ subtotalCents }: Quote): ReceiptRow => ({
  kind: 'subtotal',
  label: 'Subtotal',
  amount: formatUsd(subtotalCents),
});

function discountRows({ discountCents, promoCode }: Quote): ReceiptRow[] {
  if (discountCents === 0) return [];
  return [{ kind: 'discount', label: `Discount (${promoCode})`, amount: `−${formatUsd(discountCents)}` }];
}

function refundRows({ dueTodayCents }: Quote, refundedCents: Cents): ReceiptRow[] {
  if (refundedCents === 0) return [];
  return [
    { kind: 'refunded', label: 'Refunded', amount: `−${formatUsd(refundedCents)}` },
    { kind: 'net', label: 'Net', amount: formatUsd(dueTodayCents - refundedCents) },
  ];
}

function laterRows(quote: Quote): ReceiptRow[] {
  const then = recurringText(quote);
  const hasVoice = quote.lines.some((line) => line.note === 'billed-separately');
  return [
    ...(then ? [{ kind: 'then', label: 'Then', amount: then, serviceId: 'website' } as const] : []),
    ...(hasVoice
      ? [
          {
            kind: 'separately',
            label: `${SERVICES.voice.name}, billed separately`,
            amount: voiceQuoteText,
            serviceId: 'voice',
          } as const,
        ]
      : []),
  ];
}
