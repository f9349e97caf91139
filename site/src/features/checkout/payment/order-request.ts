import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type {
  AddonCheckout,
  AddonDraft,
  CheckoutDraftInput,
  CheckoutInput,
} from '@northlight/shared/contracts/checkout.ts';
import type { MadePayment } from '../state/checkout-progress.ts';

/** The body of POST /api/checkout. The server verifies the reported amounts and status. */
export function toOrder(
  draft: CheckoutDraftInput | AddonDraft,
  price: Price,
  payment: MadePayment | null,
): CheckoutInput | AddonCheckout {
  const paymentMethod = payment && 'paypalOrderId' in payment ? 'paypal' : 'credit-card';
  if ('link' in draft) return { ...draft, paymentMethod, ...payment };
  return {
    ...draft,
    basePrice: centsToText(price.subtotalCents),
    initialPayment: centsToText(price.dueTodayCents),
    recurringPayment: centsToText(price.recurringCents),
    paymentMethod,
    paymentStatus: 'completed',
    extraRevisions: draft.addons?.some((addon) => addon.addonId === 'revisions') ?? false,
    ...payment,
  };
}
