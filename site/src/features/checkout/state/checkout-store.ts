import type { AddonId, ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { quote, type Quote } from '@northlight/shared/catalogue/quote.ts';
import type { PaymentModeAnswer } from '@northlight/shared/contracts/shop/checkout-answers.ts';
import { create } from 'zustand';
import { readBundle, writeBundle, type StoredBundle } from '../../../lib/bundle-storage.ts';
import { newUuid } from '@northlight/shared/ui/new-uuid.ts';
import { readBuyer } from './checkout-draft.ts';
import { emptyProgress, readProgress, writeProgress, type Progress } from './checkout-progress.ts';
import { forgetSelected, rememberSelected } from './preselect.ts';
import { reachableStep, type Step } from './steps.ts';

type CheckoutState = StoredBundle &
  Progress & {
    /** What the server found wrong with the information, by field; shown at the fields. */
    informationErrors: Record<string, string>;
    /** Chosen on other pages while this checkout had a package of its own, or the other way around; null when they agree. */
    otherPackage: StoredBundle | null;
    /** What is wrong with the promo code in the field. */
    promoError: string | null;
    /** What the server offers; null until it has answered. */
    offer: PaymentModeAnswer | null;
    /** A plain line on the payment step, for instance after PayPal was left. */
    notice: string | null;
    /** Money is on its way: nothing may change under it. */
    isBusy: boolean;
    /** The order stands; nothing is stored any more, so that this checkout does not come back. */
    isDone: boolean;
    /** The stored checkout has been read: what is drawn from now on is the buyer's own. */
    isRestored: boolean;
    /** The buyer has moved between steps on this page: the heading of each new step then takes the focus. */
    hasMoved: boolean;
  };

const initial: CheckoutState = {
  ...emptyProgress,
  isYearly: false,
  serviceIds: [],
  addonIds: [],
  informationErrors: {},
  otherPackage: null,
  promoError: null,
  offer: null,
  notice: null,
  isBusy: false,
  isDone: false,
  isRestored: false,
  hasMoved: false,
};

/** The checkout of this tab. The server's HTML and the first render both show `initial`, so they match. */
export const useCheckout = create<CheckoutState>()(() => initial);

const { getState, setState } = useCheckout;

/** Puts the store where the stored copy stands; also after the browser brought an old page back from its cache. */
export function restoreCheckout({ isFromAddress = false } = {}): void {
  const progress = readProgress();
  const browsed = readBundle();
  const own = progress.ownPackage ?? browsed;
  // Who comes by a link for a service means what was chosen on that page.
  const [chosen, other] = isFromAddress ? [browsed, own] : [own, browsed];
  setState(({ offer }) => ({
    ...initial,
    offer,
    ...progress,
    ...chosen,
    otherPackage: isSamePackage(own, browsed) ? null : other,
    checkoutId: progress.checkoutId || newUuid(),
    isRestored: true,
  }));
  setState((state) => ({ step: stepTowards(state.step) }));
}

const isSamePackage = (one: StoredBundle, two: StoredBundle): boolean =>
  one.isYearly === two.isYearly &&
  isSameSet(one.serviceIds, two.serviceIds) &&
  isSameSet(one.addonIds, two.addonIds);

const isSameSet = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id) => two.includes(id));

/** A way of paying that is not offered is not chosen either. */
export function takeOffer(offer: PaymentModeAnswer): void {
  setState(({ paymentMethod }) => ({
    offer,
    paymentMethod: offer.methods.includes(paymentMethod)
      ? paymentMethod
      : (offer.methods[0] ?? paymentMethod),
  }));
}

/** From here on every change is stored. Gives back the function that ends it. */
export function storeChanges(): () => void {
  return useCheckout.subscribe((state) => {
    if (state.isDone) return;
    const { step, isYearly, serviceIds, addonIds } = state;
    const bundle = { isYearly, serviceIds, addonIds };
    writeProgress({ ...state, ownPackage: step === 'services' ? null : bundle });
    writeBundle(bundle);
  });
}

export function selectService(id: ServiceId): void {
  setState(({ serviceIds }) => ({ serviceIds: [...serviceIds.filter((other) => other !== id), id] }));
}

export function toggleService(id: ServiceId): void {
  if (getState().serviceIds.includes(id)) {
    setState(({ serviceIds }) => ({ serviceIds: serviceIds.filter((other) => other !== id) }));
    forgetSelected(id);
  } else {
    selectService(id);
    rememberSelected(id);
  }
}

export function toggleAddon(id: AddonId): void {
  setState(({ addonIds }) => ({
    addonIds: addonIds.includes(id) ? addonIds.filter((other) => other !== id) : [...addonIds, id],
  }));
}

/** How far towards `wanted` this checkout may go. */
export function stepTowards(wanted: Step): Step {
  const state = getState();
  return reachableStep(wanted, {
    serviceIds: state.serviceIds,
    isInformed: readBuyer(state.information) !== null,
    dueTodayCents: priceOf(state).dueTodayCents,
    isPaid: state.madePayment !== null,
  });
}

export function priceOf({
  promo,
  information,
  ...bundle
}: StoredBundle & Pick<Progress, 'promo' | 'information'>): Quote {
  return quote(bundle, promo, information);
}
