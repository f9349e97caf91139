import { computePrice, type Price } from '@northlight/shared/catalog/price.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import * as promoStore from '../promo-codes/promo-store.ts';
import { promoRefused, usablePromo } from '../promo-codes/promo-uses.ts';
import { requestedPrice } from '../quotes/requested-checkout.ts';
import type { AppContext } from '../context.ts';

type Bundle = Pick<
  DraftDetails,
  | 'serviceTypes'
  | 'addons'
  | 'isYearly'
  | 'promoCode'
  | 'country'
  | 'state'
  | 'postalCode'
  | 'email'
  | 'addonTo'
  | 'isRequested'
> & { checkoutId?: string | undefined; network?: string };

/** The price of the bundle by our own figures. An invalid promo code is refused, never silently dropped. */
export function priceBundle(context: Pick<AppContext, 'db' | 'now' | 'settings'>, bundle: Bundle): Price {
  if (bundle.isRequested && bundle.checkoutId) return requestedPrice(context.db, bundle.checkoutId);
  const promo = bundle.promoCode ? usablePromo(context, bundle.promoCode, bundle) : null;
  if (promo && 'refusal' in promo) throw promoRefused(promo.refusal);
  return computePrice(
    {
      serviceIds: bundle.serviceTypes,
      addonIds: bundle.addons.map((addon) => addon.addonId),
      isYearly: bundle.isYearly,
      isAddonsOnly: bundle.addonTo !== undefined,
    },
    promo && promoStore.reductionOf(promo),
    bundle,
    context.settings.taxesRecurring,
  );
}
