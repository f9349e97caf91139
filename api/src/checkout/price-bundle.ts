import { quote, type Quote } from '@northlight/shared/catalogue/quote.ts';
import type { CheckoutDraft } from '@northlight/shared/contracts/shop/checkout.ts';
import * as promoStore from './promo-store.ts';
import type { AppContext } from '../context.ts';
import { badInput } from '../errors.ts';
type Bundle = Pick<
  CheckoutDraft,
  'serviceTypes' | 'addons' | 'isYearly' | 'promoCode' | 'country' | 'state' | 'postalCode'
>;

const INVALID_PROMO = 'The promo code you entered is invalid or expired.';

/** The price of the bundle by our own figures. An invalid promo code is refused, never silently dropped. */
export function priceBundle({ db, settings }: Pick<AppContext, 'db' | 'settings'>, bundle: Bundle): Quote {
  const promo = bundle.promoCode ? promoStore.find(db, bundle.promoCode) : null;
  if (bundle.promoCode && !promo) throw badInput(INVALID_PROMO, { promoCode: [INVALID_PROMO] });
  return quote(
    {
      serviceIds: bundle.serviceTypes,
      addonIds: bundle.addons.map((addon) => addon.addonId),
      isYearly: bundle.isYearly,
    },
    promo,
    bundle,
    settings.taxesRecurring,
  );
}
