import { dollarsToCents, formatPrice } from '@northlight/shared/catalog/money.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import type { Promo } from '@northlight/shared/catalog/price.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { call } from '../../../lib/api-client.ts';
import {
  priceOf,
  promoAccepted,
  promoRejected,
  promoWithdrawn,
  setBusy,
  useCheckout,
} from '../state/checkout-store.ts';

/** Shows the attempt for a moment, even if the response is instant. */
const AT_LEAST_MS = 500;

/** Checks a code with the server and sets the message below the field. True when the code is valid. */
export async function applyPromo(promoCode: string): Promise<boolean> {
  const promoError = await check(promoCode);
  if (promoError !== null) promoRejected(promoError);
  return promoError === null;
}

/**
 * Runs when the customer continues with an unapplied code. False stops them once; continuing again means
 * going without it.
 */
export async function applyTypedPromo(): Promise<boolean> {
  const { promo, promoText, promoError } = useCheckout.getState();
  const typed = promoText.trim();
  if (promo || typed === '' || promoError !== null) return true;
  setBusy(true);
  const isApplied = await applyPromo(typed);
  setBusy(false);
  if (!isApplied) document.getElementById('promoCode')?.focus();
  return isApplied;
}

async function check(promoCode: string): Promise<string | null> {
  const { checkoutId } = useCheckout.getState();
  const [response] = await Promise.all([
    call('POST /api/promo-code', { body: { promoCode, checkoutId } }).catch((error: unknown) => ({
      failure: failureText(
        error,
        'We couldn’t check the code.',
        'We couldn’t reach our server to check the code.',
      ),
    })),
    new Promise((resolve) => setTimeout(resolve, AT_LEAST_MS)),
  ]);
  if ('failure' in response) return `${response.failure} Please try again.`;
  if (!response.valid) {
    refusePromo(response.message);
    return response.message
      ? 'You can continue without a code.'
      : 'Check the spelling, or continue without a code.';
  }
  const { valid: _valid, amountOff, ...reduction } = response;
  promoAccepted({ ...reduction, amountOffCents: dollarsToCents(amountOff) });
  showToast({ title: 'Promo Code Applied', description: savingWords(reduction) });
  return null;
}

function savingWords({ code, serviceIds }: Pick<Promo, 'code' | 'serviceIds'>): string {
  const state = useCheckout.getState();
  const { discountCents, subtotalCents } = priceOf(state);
  if (discountCents > 0) return `${code} saves you ${formatPrice(discountCents)} today.`;
  if (serviceIds)
    return `Add ${serviceIds.map((id) => SERVICES[id].name).join(' or ')} to your bundle to use ${code}.`;
  return state.serviceIds.length > 0 && subtotalCents === 0
    ? `Nothing is due today, so ${code} doesn’t change your total.`
    : `You’ll see what ${code} saves you when you choose a service.`;
}

/** Also when a valid code stops being valid before payment. */
export function refusePromo(description = 'The promo code you entered is invalid or expired.'): void {
  promoWithdrawn();
  showToast({ title: 'Invalid Promo Code', description, isError: true });
}
