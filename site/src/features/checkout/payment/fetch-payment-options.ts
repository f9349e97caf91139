import { PAYMENT_MODE_PATH, type PaymentModeAnswer } from '@northlight/shared/contracts/shop/checkout.ts';
import { getJson } from '../../../lib/api-client.ts';
import { takeOffer } from '../state/checkout-store.ts';

/** Throws `CallError`. */
export async function fetchOffer(): Promise<void> {
  takeOffer(await getJson<PaymentModeAnswer>(PAYMENT_MODE_PATH));
}
