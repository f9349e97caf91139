import type { RecordContext } from '../../db/context.ts';
import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { boughtText, isPart, personName } from '../../work/orders/present-order.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { queueWebhooks } from '../../messages/webhooks/queue-webhooks.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { Move } from './moves.ts';

/** Tells other systems of orders and payments. Call it last, because a payment may be recorded before its order. */
export function queueCheckoutWebhooks(
  context: RecordContext,
  payment: Payment | null,
  order: OrderWithLines | null,
  moves: readonly Move[],
): void {
  const orderNumber = order?.orderNumber ?? null;
  for (const move of moves) {
    if (move.do === 'count-sale' && order) {
      const { initialPaymentCents, businessName, serviceTypes } = order;
      const what = order.isExtra ? boughtText(order) : serviceTypes.map((id) => SERVICES[id].name).join(', ');
      const total = initialPaymentCents > 0 ? `, ${formatUsd(initialPaymentCents)}` : '';
      queueWebhooks(context, {
        event: 'order.placed',
        orderNumber,
        text: `${order.isExtra && isPart(order) ? 'Payment' : 'New order'} from ${[...new Set([personName(order), businessName])].filter(Boolean).join(', ')}: ${what}${total}`,
        facts: { total: centsToText(initialPaymentCents), currency: 'USD' },
      });
    } else if (move.do === 'mark-paid' && payment) {
      const { amountCents, currency } = move.received;
      queueWebhooks(context, {
        event: 'payment.received',
        orderNumber,
        id: payment.id,
        text: `${centsToText(amountCents)} ${currency.toUpperCase()} received`,
        facts: {
          paymentId: payment.id,
          amount: centsToText(amountCents),
          currency: currency.toUpperCase(),
          provider: payment.provider,
        },
      });
    } else if (move.do === 'email-payment-update' && move.state === 'failed' && payment) {
      const { id, amountCents, provider } = payment;
      queueWebhooks(context, {
        event: 'payment.failed',
        orderNumber,
        id,
        text: `The bank payment of ${formatUsd(amountCents)} failed`,
        facts: { paymentId: id, amount: centsToText(amountCents), currency: 'USD', provider },
      });
    }
  }
}
