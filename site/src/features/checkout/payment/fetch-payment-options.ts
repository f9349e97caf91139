import { call } from '../../../lib/api-client.ts';
import { setPaymentOptions } from '../state/checkout-store.ts';

/** Throws `CallError`. */
export async function fetchPaymentOptions(): Promise<void> {
  setPaymentOptions(await call('GET /api/payment-mode'));
}
