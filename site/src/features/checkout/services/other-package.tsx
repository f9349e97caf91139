import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { recurringText } from '@northlight/shared/catalog/receipt.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import type { StoredBundle } from '../../../lib/bundle-storage.ts';
import { keepPackage, priceOf, switchPackage, useCheckout } from '../state/checkout-store.ts';

/** Asks which package is meant after other pages changed the choices of a started checkout. */
export function OtherPackage() {
  const state = useCheckout();
  const { otherPackage } = state;
  if (!otherPackage) return null;

  return (
    <section className="notice other-package stack gap-3" aria-labelledby="other-package-title">
      <h2 id="other-package-title">You chose something different on another page</h2>
      <p>{`This checkout: ${describe(state, state)}`}</p>
      <p>{`Your choices on the other page: ${describe(otherPackage, state)}`}</p>
      <div className="cluster gap-3">
        <Button onClick={keepPackage}>Keep this checkout</Button>
        <Button isQuiet onClick={() => switchPackage(otherPackage)}>
          Use those choices
        </Button>
      </div>
    </section>
  );
}

function describe(
  bundle: StoredBundle,
  {
    promo,
    information,
    exemption,
  }: Pick<Parameters<typeof priceOf>[0], 'promo' | 'information' | 'exemption'>,
): string {
  const { serviceIds, addonIds, isYearly } = bundle;
  if (serviceIds.length === 0) return 'no services.';
  const price = priceOf({ ...bundle, promo, information, exemption, addon: null });
  const then = recurringText(price);
  const addons = serviceIds.includes('website') ? addonIds.length : 0;
  return `${[
    serviceIds.map((id) => SERVICES[id].name).join(', '),
    ...(addons > 0 ? [addons === 1 ? '1 add-on' : `${addons} add-ons`] : []),
    ...(then ? [isYearly ? 'yearly billing' : 'monthly billing'] : []),
  ].join(', ')}: ${formatUsd(price.dueTodayCents)} today${then ? `, then ${then}` : ''}.`;
}
