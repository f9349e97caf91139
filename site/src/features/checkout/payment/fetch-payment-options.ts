import { PAYMENT_MODE_PATH, type PaymentModeAnswer } from '@northlight/shared/contracts/shop/checkout.ts';
import { getJson } from '../../../lib/api-client.ts';
import { setPaymentOptions } from '../state/checkout-store.ts';

/** Throws `CallError`. */
export async function fetchPaymentOptions(): Promise<void> {
  setPaymentOptions(await getJson<PaymentModeAnswer>(PAYMENT_MODE_PATH));
}
