import { dollarsToCents, formatPrice } from '@northlight/shared/catalogue/money.ts';
import { PROMO_CODE_PATH, type PromoCodeAnswer } from '@northlight/shared/contracts/checkout.ts';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { postJson } from '../../lib/api-client.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { useCheckout } from './checkout-store.ts';

/** The attempt is seen to be made, also when the answer comes at once. */
const AT_LEAST_MS = 500;

/** Gives back what to say beneath the field; null when the code holds. */
export async function applyPromo(promoCode: string): Promise<string | null> {
  const [answer] = await Promise.all([
    postJson<PromoCodeAnswer>(PROMO_CODE_PATH, { promoCode }).catch((error: unknown) => ({
      failure: failureText(
        error,
        'The code could not be checked.',
        'The code could not be checked: no connection.',
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
  const amountOffCents = dollarsToCents(amountOff);
  useCheckout.setState({ promo: { code, amountOffCents }, promoText: code });
  showToast({
    title: 'Promo Code Applied',
    description: `${code} takes ${formatPrice(amountOffCents)} off today.`,
  });
  return null;
}

/** Also when a code that held no longer does by the time of paying. */
export function refusePromo(): void {
  useCheckout.setState({ promo: null });
  showToast({
    title: 'Invalid Promo Code',
    description: 'The promo code you entered is invalid or expired.',
    isError: true,
  });
}
