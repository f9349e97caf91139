import { computePrice, type Price } from '@northlight/shared/catalog/price.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import { termsOf } from '@northlight/shared/catalog/terms.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { conflict, badField } from '../../base/errors.ts';
import { shownCatalog } from '../../db/catalogs.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import * as promoStore from '../promo-codes/promo-store.ts';
import { promoRefused, usablePromo } from '../promo-codes/promo-uses.ts';
import { requestedPrice } from '../quotes/requested-checkout.ts';
import type { AppContext } from '../context.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { RecordContext } from '../../db/context.ts';
import { openAgain } from '../../work/customers/customer-key.ts';
import { exemptionOf } from '../../work/customers/customer-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { addressOfResumeKey } from '../unfinished-checkouts/resume-key.ts';

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
  | 'caseId'
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
      isAddonsOnly: bundle.caseId !== undefined,
    },
    promo && promoStore.reductionOf(promo),
    { ...bundle, exempt: exemptionOfBuyer(context, bundle) },
    context.settings.taxesRecurring,
  );
  if (hasLostExemption(bundle, price)) throw exemptionEnded(price);
  return { ...price, terms: price.terms && termsOf(catalog, bundle.serviceTypes, price.terms) };
}

const serviceClosed = (name: string) =>
  conflict('service_closed', `We aren’t taking new orders for this right now: ${name}.`);

/** Throws unless everything is sold. More for an order can be bought while its service is not. */
function checkOffered({ services, addons }: Catalog, { serviceTypes, addons: chosen, caseId }: Bundle): void {
  const closed = serviceTypes.find((id) => services[id].state !== 'open');
  if (closed && caseId === undefined) throw serviceClosed(SERVICES[closed].name);
  const isSold = (id: string) => addons.some((addon) => addon.id === id && addon.isActive);
  if (!chosen.every(({ addonId }) => isSold(addonId))) throw badField('addons', 'Unknown add-on');
}

type Buyer = Pick<DraftDetails, 'email' | 'exemptionKey' | 'caseId'>;

/**
 * The certificate of a buyer who pays no sales tax. Anybody can type an exempt customer's address, and must not learn
 * from the price whose it is. So the buyer has to hold a link that was sent to that address, and what is added to an
 * order is exempt only if the order was: whoever pays for an order gets the key of its page.
 */
function exemptionOfBuyer(context: RecordContext, buyer: Buyer): string | undefined {
  const { email, caseId } = buyer;
  const isProven =
    caseId === undefined
      ? provenAddress(context, buyer)?.toLowerCase() === email.toLowerCase()
      : orderStore.mainOf(context.db, caseId)?.terms?.exempt !== undefined;
  return isProven ? exemptionOf(context, email) : undefined;
}

function provenAddress(context: RecordContext, { exemptionKey: key }: Buyer): string | undefined {
  return key === undefined
    ? undefined
    : (openAgain(context, key)?.person.email ?? addressOfResumeKey(context, key));
}

/** Whether the buyer was shown a lower price, because the exemption counted when the checkout was opened. */
const hasLostExemption = ({ exemptionKey }: Buyer, { terms, dueTodayCents }: Price): boolean =>
  exemptionKey !== undefined && terms !== undefined && terms.taxPercent > 0 && dueTodayCents > 0;

const exemptionEnded = ({ dueTodayCents }: Price) =>
  conflict(
    'exemption_ended',
    `Your exemption from sales tax doesn’t count for this order. The total is now ${formatUsd(dueTodayCents)}. You haven’t been charged. Please check it before you pay.`,
  );
