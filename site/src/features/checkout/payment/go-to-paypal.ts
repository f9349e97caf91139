import { centsToDollars } from '@northlight/shared/catalog/money.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { call } from '../../../lib/api-client.ts';
import { draftOf } from '../state/checkout-requests.ts';
import { paymentStarted, priceOf, setBusy, useCheckout } from '../state/checkout-store.ts';
import { leaveWith } from './place-order.ts';
import { handleRejection } from './handle-rejection.ts';
import { parseUrl } from '@northlight/shared/contracts/parse-url.ts';

/** Stores the draft, then opens PayPal's page. False when the customer stays here. */
export async function goToPaypal(): Promise<boolean> {
  const checkout = useCheckout.getState();
  const draft = draftOf(checkout);
  if (checkout.isBusy || !draft) return false;
  paymentStarted();
  try {
    const response = await call('POST /api/process-paypal', {
      body: { ...draft, amount: centsToDollars(priceOf(checkout).dueTodayCents) },
    });
    if (response.order) return leaveWith(response.order);
    const address = approvalAddress(response.approvalUrl, location.origin);
    if (address) {
      location.assign(address);
      return true;
    }
    fail('PayPal payment failed');
  } catch (error) {
    setBusy(false);
    if (!handleRejection(error)) {
      fail(failureText(error, 'PayPal payment failed', 'There was an error processing your PayPal payment'));
    }
  }
  return false;
}

function fail(description: string): void {
  setBusy(false);
  showToast({ title: 'Payment Failed', description, isError: true });
}

/**
 * Where to go for the buyer's approval; null for an address that is none. The demo's own page stays on this
 * very origin, under whatever name the browser knows it: the bundle is stored under that name.
 */
export function approvalAddress(approvalUrl: unknown, origin: string): string | null {
  const url = typeof approvalUrl === 'string' && approvalUrl !== '' && parseUrl(approvalUrl, origin);
  if (!url) return null;
  if (url.pathname === '/demo-paypal') return url.pathname + url.search;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
