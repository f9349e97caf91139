import { centsToText } from '@northlight/shared/catalog/money.ts';
import { RefundRefused, type ProviderRefund, type RefundRequest } from '../provider.ts';
import { refusalOf } from './answers.ts';
import type { PaypalClient } from './client.ts';
import { PaypalRefund, refundOf } from './states.ts';

/** Refunds a capture, or a transaction of a subscription, by its ID. */
export async function refundCapture(
  client: PaypalClient,
  { key, chargeId, amountCents, currency, reason }: Omit<RefundRequest, 'providerPaymentId'>,
): Promise<ProviderRefund> {
  if (!chargeId) throw new Error('This payment has no PayPal capture to refund.');
  try {
    const said = await client.execute({
      verb: 'POST',
      path: `/v2/payments/captures/${encodeURIComponent(chargeId)}/refund`,
      requestId: `refund-${key}`,
      body: {
        amount: { value: centsToText(amountCents), currency_code: currency.toUpperCase() },
        custom_id: key,
        ...(reason && { note_to_payer: reason.slice(0, 255) }),
      },
    });
    return { ...refundOf(PaypalRefund.parse(said)), key, amountCents };
  } catch (error) {
    if (refusalOf('refund', error) === 'refused') throw new RefundRefused((error as Error).message);
    throw error;
  }
}

export async function readRefund(client: PaypalClient, id: string): Promise<ProviderRefund> {
  const path = `/v2/payments/refunds/${encodeURIComponent(id)}`;
  return refundOf(PaypalRefund.parse(await client.execute({ verb: 'GET', path })));
}
