import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import type { OrderConfirmation } from '@northlight/shared/contracts/checkout.ts';
import { toBundle, writeBundle } from '../../../lib/bundle-storage.ts';
import { writeProgress } from '../state/checkout-progress.ts';
import { priceOf, restoreCheckout, useCheckout } from '../state/checkout-store.ts';
import { show } from './handle-rejection.ts';

const YOURS: Record<ServiceId, string> = {
  website: 'website',
  voice: 'AI voice agent',
  onhold: 'on-hold audio',
};

const listed = (names: string[]): string => new Intl.ListFormat('en').format(names);

/** Says what a copy of this tab ordered, and offers what that order does not have: or the same again, if it has all. */
export function offerRest({ orderNumber, serviceTypes, price, isPaid }: OrderConfirmation): void {
  const before = useCheckout.getState();
  const rest = before.serviceIds.filter((id) => !serviceTypes.includes(id));
  const bundle = { ...before, serviceIds: rest.length > 0 ? rest : before.serviceIds };
  // A checkout of its own, with the same customer.
  writeProgress({ ...before, checkoutId: '', madePayment: null, ownPackage: bundle });
  writeBundle(toBundle(bundle));
  restoreCheckout();
  const state = useCheckout.getState();
  const { dueTodayCents } = priceOf(state);
  const what = listed(state.serviceIds.map((id) => SERVICES[id].name));
  const isSame = state.serviceIds.some((id) => serviceTypes.includes(id));
  show(
    [
      `You already ${isPaid && price.dueTodayCents > 0 ? 'paid for' : 'ordered'} your ${listed(serviceTypes.map((id) => YOURS[id]))} (${orderNumber}).`,
      dueTodayCents > 0 ? `Pay ${formatUsd(dueTodayCents)} for ${what} as well?` : `Order ${what} as well?`,
      isSame &&
        'If you only want to change that order, send us a message with the link in its email instead.',
      'Nothing else has been charged.',
    ]
      .filter(Boolean)
      .join(' '),
  );
}
