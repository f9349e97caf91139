import { computePrice, type Price } from '@northlight/shared/catalog/price.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import { termsOf } from '@northlight/shared/catalog/terms.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { ApiError, badInput } from '../../base/errors.ts';
import { shownCatalog } from '../../db/catalogs.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import * as promoStore from '../promo-codes/promo-store.ts';
import { promoRefused, usablePromo } from '../promo-codes/promo-uses.ts';
import { requestedPrice } from '../quotes/requested-checkout.ts';
import type { AppContext } from '../context.ts';
import { exemptionEnded, exemptionOfBuyer, hasLostExemption } from './exempt-buyer.ts';

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
  | 'catalogVersion'
  | 'exemptionKey'
> & { checkoutId?: string | undefined; network?: string };

/** The price of the bundle by our own figures. An invalid promo code is refused, never silently dropped. */
export function priceBundle(context: Pick<AppContext, 'db' | 'now' | 'settings'>, bundle: Bundle): Price {
  if (bundle.isRequested && bundle.checkoutId) return requestedPrice(context.db, bundle.checkoutId);
  const promo = bundle.promoCode ? usablePromo(context, bundle.promoCode, bundle) : null;
  if (promo && 'refusal' in promo) throw promoRefused(promo.refusal);
  const catalog = shownCatalog(context.db, bundle.catalogVersion, context.now());
  checkOffered(catalog, bundle);
  const price = computePrice(
    catalog,
    {
      serviceIds: bundle.serviceTypes,
      addonIds: bundle.addons.map((addon) => addon.addonId),
      isYearly: bundle.isYearly,
      isAddonsOnly: bundle.addonTo !== undefined,
    },
    promo && promoStore.reductionOf(promo),
    { ...bundle, exempt: exemptionOfBuyer(context, bundle) },
    context.settings.taxesRecurring,
  );
  if (hasLostExemption(bundle, price)) throw exemptionEnded(price);
  return { ...price, terms: price.terms && termsOf(catalog, bundle.serviceTypes, price.terms) };
}

const serviceClosed = (name: string) =>
  new ApiError(409, 'service_closed', `We aren’t taking new orders for this right now: ${name}.`);

/** Throws unless everything is sold. More for an order can be bought while its service is not. */
function checkOffered(
  { services, addons }: Catalog,
  { serviceTypes, addons: chosen, addonTo }: Bundle,
): void {
  const closed = serviceTypes.find((id) => services[id].state !== 'open');
  if (closed && addonTo === undefined) throw serviceClosed(SERVICES[closed].name);
  const isSold = (id: string) => addons.some((addon) => addon.id === id && addon.isActive);
  if (!chosen.every(({ addonId }) => isSold(addonId)))
    throw badInput('Unknown add-on', { addons: ['Unknown add-on'] });
}
