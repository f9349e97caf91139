import { centsToDollars } from '@northlight/shared/catalog/money.ts';
import { stateQuestion, type Price, type Promo } from '@northlight/shared/catalog/price.ts';
import type { AddonId, ServiceId } from '@northlight/shared/catalog/ids.ts';
import { serviceList } from '@northlight/shared/catalog/services.ts';
import type { AddonDraft, CheckoutDraftInput } from '@northlight/shared/contracts/checkout.ts';
import type { CustomerInformation } from '@northlight/shared/contracts/customer-information.ts';
import { harmless } from '@northlight/shared/ui/page-faults.ts';
import { addonsOf } from '@northlight/shared/catalog/catalog.ts';
import { catalog } from '../../../content/catalog.ts';
import { cameFrom } from '../../../lib/visit/visit.ts';
import type { checkInformation } from './information-checks.ts';
import { readProgress, type Information, type Progress } from './checkout-progress.ts';

export type Bundle = {
  serviceIds: readonly ServiceId[];
  addonIds: readonly AddonId[];
  isYearly: boolean;
  promo: Promo | null;
  checkoutId: string;
};

let check: typeof checkInformation | undefined;

/** Loads what checks the information. Nothing needs it before the first field is filled in. */
export async function loadChecks(): Promise<void> {
  check ??= (await import('./information-checks.ts')).checkInformation;
}

/** Does what needs to know whether the stored information is valid. Without a first name it isn't, so nothing is loaded. */
export function onceChecked(act: () => void): void {
  if (check || !readProgress().information.firstName) act();
  // If loading fails, the step after the information is not reachable until Continue is pressed again.
  else void loadChecks().then(act, act);
}

/** The customer was asked for the state that this postal code suggests. */
const wasAsked = ({ askedAbout, information }: Pick<Progress, 'askedAbout' | 'information'>): boolean =>
  askedAbout !== '' && askedAbout === information.postalCode;

/** The first message of each field that is not valid, and the question for the state. */
export function faultsIn(
  progress: Pick<Progress, 'askedAbout' | 'information'>,
  price: Price,
): Record<string, string> {
  const { information } = progress;
  const faults = check?.(information).faults ?? {};
  const question = wasAsked(progress) ? undefined : stateQuestion(catalog.taxes, price, information);
  if (question) faults['state'] = question;
  if (import.meta.env.HAS_TERMS && information.acceptsTerms !== TERMS)
    faults['acceptsTerms'] = 'Please accept the terms';
  return faults;
}

/** The customer information in the API's format, or null while the form is invalid or its checks have not loaded. */
export const readBuyer = (information: Information): CustomerInformation | null =>
  check?.(information).buyer ?? null;

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
  checkout: Bundle & Pick<Progress, 'information' | 'addon' | 'exemption' | 'askedAbout'>,
): CheckoutDraftInput | AddonDraft | null {
  if (checkout.addon) {
    const { order, key } = checkout.addon;
    return { checkoutId: checkout.checkoutId, link: { order, key } };
  }
  const buyer = readBuyer(checkout.information);
  return (
    buyer && {
      ...toDraft(checkout, buyer),
      ...(wasAsked(checkout) && { askedForState: true }),
      ...(isExempt(checkout) && { exemptionKey: checkout.exemption?.key }),
      ...(import.meta.env.HAS_TERMS && { acceptsTerms: checkout.information.acceptsTerms === TERMS }),
    }
  );
}
