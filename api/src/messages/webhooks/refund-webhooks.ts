import type { RecordContext } from '../../db/context.ts';
import { centsToText, formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import { queueWebhooks } from './queue-webhooks.ts';

/** `id` tells apart the refunds of an order. Call it in the transaction that records the refund. */
export function queueRefundWebhooks(
  context: RecordContext,
  orderNumber: string,
  id: string | number,
  { amountCents }: { amountCents: Cents },
): void {
  queueWebhooks(context, {
    event: 'refund.created',
    orderNumber,
    id,
    text: `${formatUsd(amountCents)} refunded`,
    facts: { amount: centsToText(amountCents), currency: 'USD' },
  });
}
