import { centsToText, formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import { tellSystems, type Place } from './tell.ts';

/** `id` tells apart the refunds of an order. Call it in the transaction that records the refund. */
export function tellOfRefund(
  place: Place,
  orderNumber: string,
  id: string | number,
  { amountCents }: { amountCents: Cents },
): void {
  tellSystems(place, {
    event: 'refund.created',
    orderNumber,
    id,
    text: `${formatUsd(amountCents)} refunded`,
    facts: { amount: centsToText(amountCents), currency: 'USD' },
  });
}
