import { dollarsToCents, formatPrice } from '@northlight/shared/catalogue/money.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
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
  const [answer] = await Promise.all([
    call('POST /api/promo-code', { body: { promoCode } }).catch((error: unknown) => ({
      failure: failureText(
        error,
        'We couldn’t check the code.',
        'We couldn’t reach our server to check the code.',
      ),
    })),
    new Promise((resolve) => setTimeout(resolve, AT_LEAST_MS)),
  ]);
  if ('failure' in answer) return `${answer.failure} Please try again.`;
  if (!answer.valid) {
    refusePromo();
    return 'Check the spelling, or continue without a code.';
  }
  const { code, amountOff } = answer;
  promoAccepted({ code, amountOffCents: dollarsToCents(amountOff) });
  const { discountCents } = priceOf(useCheckout.getState());
  showToast({
    title: 'Promo Code Applied',
    description:
      discountCents > 0
        ? `${code} saves you ${formatPrice(discountCents)} today.`
        : `Nothing is due today, so ${code} doesn’t change your total.`,
  });
  return null;
}

/** Also when a valid code expires before payment. */
export function refusePromo(): void {
  promoWithdrawn();
  showToast({
    title: 'Invalid Promo Code',
    description: 'The promo code you entered is invalid or expired.',
    isError: true,
  });
}
