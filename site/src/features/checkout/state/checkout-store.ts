import type { AddonId, ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { quote, type Promo, type Quote } from '@northlight/shared/catalogue/quote.ts';
import type { PaymentModeAnswer } from '@northlight/shared/contracts/shop/checkout-answers.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/shop/payment-terms.ts';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { newUuid } from '@northlight/shared/ui/new-uuid.ts';
import { readBundle, writeBundle, type StoredBundle } from '../../../lib/bundle-storage.ts';
import { readBuyer } from './checkout-requests.ts';
import {
  clearProgress,
  emptyProgress,
  readProgress,
  writeProgress,
  type Information,
  type MadePayment,
  type Progress,
} from './checkout-progress.ts';
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
    paymentOptions: PaymentModeAnswer | null;
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
  paymentOptions: null,
  notice: null,
  isBusy: false,
  isDone: false,
  isRestored: false,
  hasMoved: false,
};

const store = create<CheckoutState>()(() => initial);
const { getState, setState } = store;

/**
 * The checkout of this tab. The server's HTML and the first render both show `initial`, so they match. Views read it;
 * only the actions of this file write it.
 */
export const useCheckout: UseBoundStore<Omit<StoreApi<CheckoutState>, 'setState'>> = store;

/** Puts the store where the stored copy stands; also after the browser brought an old page back from its cache. */
export function restoreCheckout({ isFromAddress = false } = {}): void {
  const progress = readProgress();
  const browsed = readBundle();
  const own = progress.ownPackage ?? browsed;
  // Who comes by a link for a service means what was chosen on that page.
  const [chosen, other] = isFromAddress ? [browsed, own] : [own, browsed];
  setState(({ paymentOptions }) => ({
    ...initial,
    paymentOptions,
    ...progress,
    ...chosen,
    otherPackage: isSamePackage(own, browsed) ? null : other,
    checkoutId: progress.checkoutId || newUuid(),
    isRestored: true,
  }));
  goBackAsNeeded();
}

/** The step may be out of reach after the package changed. */
const goBackAsNeeded = () => setState(({ step }) => ({ step: stepTowards(step) }));

const isSamePackage = (one: StoredBundle, two: StoredBundle): boolean =>
  one.isYearly === two.isYearly &&
  isSameSet(one.serviceIds, two.serviceIds) &&
  isSameSet(one.addonIds, two.addonIds);

const isSameSet = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id) => two.includes(id));

/** A way of paying that is not offered is not chosen either. */
export function setPaymentOptions(paymentOptions: PaymentModeAnswer): void {
  setState(({ paymentMethod }) => ({
    paymentOptions,
    paymentMethod: paymentOptions.methods.includes(paymentMethod)
      ? paymentMethod
      : (paymentOptions.methods[0] ?? paymentMethod),
  }));
}

/**
 * Stores the checkout now, so that its id is known from here on, and with every change. Gives back the function that ends it.
 * Not zustand's `persist`: other pages read and write the bundle under its own key, nothing may be stored before the checkout
 * is restored or after it is done, and the script budget has no room for it.
 */
export function storeChanges(): () => void {
  storeState(getState());
  return store.subscribe(storeState);
}

function storeState(state: CheckoutState): void {
  if (state.isDone) return;
  const { step, isYearly, serviceIds, addonIds } = state;
  const bundle = { isYearly, serviceIds, addonIds };
  writeProgress({ ...state, ownPackage: step === 'services' ? null : bundle });
  writeBundle(bundle);
}

export const showStep = (step: Step): void =>
  setState({ step, hasMoved: true, ...(step !== 'payment' && { notice: null }) });

export const chooseAgain = (): void => setState({ step: 'services' });

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

export const chooseBilling = (isYearly: boolean): void => setState({ isYearly });

export const keepPackage = (): void => setState({ otherPackage: null });

export function switchPackage(otherPackage: StoredBundle): void {
  setState({ ...otherPackage, otherPackage: null });
  goBackAsNeeded();
}

export const informationTyped = (typed: Partial<Information>): void =>
  setState(({ information }) => ({ information: { ...information, ...typed } }));

export const informationRejected = (informationErrors: CheckoutState['informationErrors']): void =>
  setState({ informationErrors });

export const informationAccepted = (): void => informationRejected({});

export const promoTyped = (promoText: string): void => setState({ promoText, promoError: null });

export const promoAccepted = (promo: Promo): void =>
  setState({ promo, promoText: promo.code, promoError: null });

export const promoRejected = (promoError: string): void => setState({ promoError });

/** A code that held no longer does; the field keeps its text. */
export const promoWithdrawn = (): void => setState({ promo: null });

export const promoRemoved = (): void => setState({ promo: null, promoText: '', promoError: null });

export const choosePaymentMethod = (paymentMethod: PaymentMethod): void =>
  setState({ paymentMethod, notice: null });

export const notify = (notice: string): void => setState({ notice });

export const setBusy = (isBusy: boolean): void => setState({ isBusy });

export const paymentStarted = (): void => setState({ isBusy: true, notice: null });

export const paymentMade = (madePayment: MadePayment): void => setState({ madePayment });

/** The provider sent the buyer back, and the payment can be completed. */
export const approved = (paymentMethod: PaymentMethod, madePayment: MadePayment): void =>
  setState({ step: 'payment', paymentMethod, madePayment });

/** The provider sent the buyer back without a payment. */
export const returnedUnpaid = (paymentMethod: PaymentMethod, notice: string): void =>
  setState({ step: stepTowards('payment'), paymentMethod, notice });

/** The provider sent the buyer back to a browser that no longer has the checkout. */
export const noCheckoutFound = (notice: string): void => setState({ step: 'services', notice });

/** The payment step is open again: nothing was charged. */
export const reopened = (notice: string): void => setState({ isBusy: false, madePayment: null, notice });

/** The checkout ends here, and nothing of it comes back. */
export function finished(): void {
  setState({ isDone: true });
  clearProgress();
}

/** How far towards `wanted` this checkout may go. */
export function stepTowards(wanted: Step): Step {
  const state = getState();
  return reachableStep(wanted, {
    serviceIds: state.serviceIds,
    hasValidInformation: readBuyer(state.information) !== null,
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
