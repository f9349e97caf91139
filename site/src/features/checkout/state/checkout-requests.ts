import '@northlight/shared/contracts/strict-zod.ts';
import { centsToDollars, centsToText } from '@northlight/shared/catalogue/money.ts';
import type { Promo, Quote } from '@northlight/shared/catalogue/quote.ts';
import type { AddonId, ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { serviceList } from '@northlight/shared/catalogue/services.ts';
import type { CheckoutDraftInput, CheckoutInput } from '@northlight/shared/contracts/shop/checkout.ts';
import { CustomerInformation } from '@northlight/shared/contracts/shop/customer-information.ts';
import type { Information, MadePayment } from './checkout-progress.ts';

export type Bundle = {
  serviceIds: readonly ServiceId[];
  addonIds: readonly AddonId[];
  isYearly: boolean;
  promo: Promo | null;
  checkoutId: string;
};

/** The customer information in the API's format, or null while the form is invalid. */
export function readBuyer(information: Information): CustomerInformation | null {
  const { success, data } = CustomerInformation.safeParse(information);
  return success ? data : null;
}

/** The whole bundle, sent before any payment. */
export function toDraft(bundle: Bundle, buyer: CustomerInformation): CheckoutDraftInput {
  const chosen = serviceList.filter((service) => bundle.serviceIds.includes(service.id));
  return {
    ...buyer,
    serviceTypes: chosen.map((service) => service.id),
    addons: chosen.flatMap((service) =>
      service.addons
        .filter((addon) => bundle.addonIds.includes(addon.id))
        .map(({ id, name, priceCents }) => ({
          serviceId: service.id,
          addonId: id,
          name,
          price: centsToDollars(priceCents),
        })),
    ),
    isYearly: bundle.isYearly,
    ...(bundle.promo && { promoCode: bundle.promo.code }),
    checkoutId: bundle.checkoutId,
  };
}

/** The body of POST /api/checkout. The server verifies the reported amounts and status. */
export function toOrder(draft: CheckoutDraftInput, price: Quote, payment: MadePayment | null): CheckoutInput {
  return {
    ...draft,
    basePrice: centsToText(price.subtotalCents),
    initialPayment: centsToText(price.dueTodayCents),
    recurringPayment: centsToText(price.recurringCents),
    paymentMethod: payment && 'paypalOrderId' in payment ? 'paypal' : 'credit-card',
    paymentStatus: 'completed',
    extraRevisions: draft.addons?.some((addon) => addon.addonId === 'revisions') ?? false,
    ...payment,
  };
}
