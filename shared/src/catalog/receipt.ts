import { formatPrice, formatUsd, type Cents } from './money.ts';
import type { Price } from './price.ts';
import type { ServiceId } from './ids.ts';
import type { ServiceOffer } from './catalog.ts';
import { SERVICES } from './services.ts';

export type ReceiptRow = {
  kind:
    | 'line'
    | 'addon'
    | 'subtotal'
    | 'discount'
    | 'tax'
    | 'today'
    | 'refunded'
    | 'net'
    | 'then'
    | 'separately';
  label: string;
  amount: string;
  /** The service whose color marks the row. */
  serviceId?: ServiceId;
};

/** "$30 a month", "$300 a year". */
export function recurringText(price: Pick<Price, 'recurringCents' | 'recurringPeriod'>): string | null {
  return price.recurringPeriod && `${formatPrice(price.recurringCents)} a ${price.recurringPeriod}`;
}

/** The price of the voice agent on receipts. */
export const quotedPrice = ({
  firstPaymentCents,
  monthlyCents,
}: Pick<ServiceOffer, 'firstPaymentCents' | 'monthlyCents'>): string =>
  `from ${formatUsd(firstPaymentCents)} + from ${formatUsd(monthlyCents ?? 0)}/month, subject to quote`;

/**
 * The rows of a receipt, the same on pages, in emails, and for the administrator. The short form is for
 * customers who are still choosing. It has no tax, because the address is not known yet. `refundedCents`: what was
 * refunded of the total since.
 */
export function receiptRows(
  price: Price,
  form: 'full' | 'short' = 'full',
  refundedCents: Cents = 0,
): ReceiptRow[] {
  return [
    ...lineRows(price),
    ...(form === 'full' ? totalRows(price) : shortRows(price)),
    ...refundRows(price, refundedCents),
    ...laterRows(price),
  ];
}

function lineRows({ lines }: Price): ReceiptRow[] {
  return lines
    .filter((line) => line.note !== 'billed-separately')
    .map((line) => ({
      kind: line.addonId ? 'addon' : 'line',
      label: line.name,
      amount: line.note === 'custom-quote' ? 'Custom' : (line.note ?? formatUsd(line.amountCents)),
      serviceId: line.serviceId,
    }));
}

function totalRows(price: Price): ReceiptRow[] {
  return [
    subtotalRow(price),
    ...discountRows(price),
    { kind: 'tax', label: taxLabel(price), amount: formatUsd(price.taxCents) },
    { kind: 'today', label: 'Total', amount: formatUsd(price.dueTodayCents) },
  ];
}

function shortRows(price: Price): ReceiptRow[] {
  return [
    ...(price.discountCents > 0 ? [subtotalRow(price)] : []),
    ...discountRows(price),
    { kind: 'today', label: 'Due today', amount: formatUsd(price.dueTodayCents) },
  ];
}

/** "Tax (6%)" */
function taxLabel({ taxCents, terms }: Price): string {
  if (terms?.exempt !== undefined) return 'Exempt from sales tax';
  return taxCents > 0 && terms?.taxPercent ? `Tax (${terms.taxPercent}%)` : 'Tax';
}

const subtotalRow = ({ subtotalCents }: Price): ReceiptRow => ({
  kind: 'subtotal',
  label: 'Subtotal',
  amount: formatUsd(subtotalCents),
});

function discountRows({ discountCents, promoCode }: Price): ReceiptRow[] {
  if (discountCents === 0) return [];
  // A quote's discount has no code.
  const label = promoCode === null ? 'Discount' : `Discount (${promoCode})`;
  return [{ kind: 'discount', label, amount: formatUsd(-discountCents) }];
}

function refundRows({ dueTodayCents }: Price, refundedCents: Cents): ReceiptRow[] {
  if (refundedCents === 0) return [];
  return [
    { kind: 'refunded', label: 'Refunded', amount: formatUsd(-refundedCents) },
    { kind: 'net', label: 'Net', amount: formatUsd(dueTodayCents - refundedCents) },
  ];
}

function laterRows(price: Price): ReceiptRow[] {
  const then = recurringText(price);
  const hasVoice = price.lines.some((line) => line.note === 'billed-separately');
  const voice = price.terms?.services.voice;
  return [
    ...(then ? [{ kind: 'then', label: 'Then', amount: then, serviceId: 'website' } as const] : []),
    ...(hasVoice
      ? [
          {
            kind: 'separately',
            label: `${SERVICES.voice.name}, billed separately`,
            amount: voice ? quotedPrice(voice) : 'Subject to quote',
            serviceId: 'voice',
          } as const,
        ]
      : []),
  ];
}
