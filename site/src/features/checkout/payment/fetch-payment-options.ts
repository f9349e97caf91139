import { call } from '../../../lib/api-client.ts';
import { takeOffer } from '../state/checkout-store.ts';

/** Throws `CallError`. */
export async function fetchOffer(): Promise<void> {
  takeOffer(await call('GET /api/payment-mode'));
}
