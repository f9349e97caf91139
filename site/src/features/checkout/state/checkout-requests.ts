import '@northlight/shared/contracts/strict-zod.ts';
import { centsToDollars } from '@northlight/shared/catalog/money.ts';
import type { Promo } from '@northlight/shared/catalog/price.ts';
import type { AddonId, ServiceId } from '@northlight/shared/catalog/ids.ts';
import { serviceList } from '@northlight/shared/catalog/services.ts';
import type { AddonDraft, CheckoutDraftInput } from '@northlight/shared/contracts/checkout.ts';
import { CustomerInformation } from '@northlight/shared/contracts/customer-information.ts';
import { harmless } from '@northlight/shared/ui/page-faults.ts';
import { addonsOf } from '@northlight/shared/catalog/catalog.ts';
import { catalog } from '../../../content/catalog.ts';
import { cameFrom } from '../../../lib/visit/visit.ts';
import type { Information, Progress } from './checkout-progress.ts';

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
      addonsOf(catalog, service.id, bundle.isYearly)
        .filter((addon) => bundle.addonIds.includes(addon.id))
        .map(({ id, name, priceCents }) => ({
          serviceId: service.id,
          addonId: id,
          name,
          price: centsToDollars(priceCents ?? 0),
        })),
    ),
    isYearly: bundle.isYearly,
    ...(bundle.promo && { promoCode: bundle.promo.code }),
    checkoutId: bundle.checkoutId,
    catalogVersion: catalog.version,
    cameFrom: harmless('visit', cameFrom),
  };
}

/** Those of this page. What was accepted on the page of an older version does not count for it. */
export const TERMS = String(catalog.version);

/** Only with the address that the link was sent to. The server checks it again. */
export const isExempt = ({ exemption, information }: Pick<Progress, 'exemption' | 'information'>): boolean =>
  exemption?.email === information.email.trim().toLowerCase();

/** What is sent before any payment: the whole bundle, or what an order gets more of. Null without the customer. */
export function draftOf(
  checkout: Bundle & Pick<Progress, 'information' | 'addon' | 'exemption'>,
): CheckoutDraftInput | AddonDraft | null {
  if (checkout.addon) {
    const { order, key } = checkout.addon;
    return { checkoutId: checkout.checkoutId, addonTo: { order, key } };
  }
  const buyer = readBuyer(checkout.information);
  return (
    buyer && {
      ...toDraft(checkout, buyer),
      ...(isExempt(checkout) && { exemptionKey: checkout.exemption?.key }),
      ...(import.meta.env.HAS_TERMS && { acceptsTerms: checkout.information.acceptsTerms === TERMS }),
    }
  );
}
