import type { AddonId, ServiceId } from '@northlight/shared/catalog/ids.ts';
import { computePrice, type Promo, type Price } from '@northlight/shared/catalog/price.ts';
import type { PaymentModeResponse, PaymentMethod } from '@northlight/shared/contracts/payments.ts';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { PageFault } from '@northlight/shared/contracts/operations.ts';
import { newUuid } from '@northlight/shared/ui/new-uuid.ts';
import { harmless } from '@northlight/shared/ui/page-faults.ts';
import { catalog } from '../../../content/catalog.ts';
import { readBundle, writeBundle, type StoredBundle } from '../../../lib/bundle-storage.ts';
import { isExempt, readBuyer } from './checkout-requests.ts';
import {
  clearProgress,
  emptyProgress,
  readProgress,
  writeProgress,
  type Information,
  type MadePayment,
  type Progress,
} from './checkout-progress.ts';
import { isQuote } from '../../../lib/order-page.ts';
import { forgetSelected, rememberSelected } from './preselect.ts';
import { reachableStep, type Step } from './steps.ts';

type CheckoutState = StoredBundle &
  Progress & {
    /** Errors by field, from this page or the server. */
    informationErrors: Record<string, string>;
    /** How often the information was rejected. Its error summary then takes the focus. */
    rejections: number;
    /**
     * The package chosen on other pages if it differs from this checkout's package, or the other way around.
     * Null if they are the same.
     */
    otherPackage: StoredBundle | null;
    /** The error of the promo code field. */
    promoError: string | null;
    /** The payment methods that the server offers. Null until it responds. */
    paymentOptions: PaymentModeResponse | null;
    /** A notice on the payment step, for example after leaving PayPal. */
    notice: string | null;
    /** The order that was paid at PayPal, in a browser that no longer has its checkout. */
    placedOrder: string | null;
    /** True while a payment is being made. Nothing may be changed then. */
    isBusy: boolean;
    /** The order is placed. Nothing is stored after that, so that this checkout does not come back. */
    isDone: boolean;
    /** The stored checkout was loaded, so the page shows the customer's own data. */
    isRestored: boolean;
    /** The customer has changed steps on this page. The heading of each new step then takes the focus. */
    hasMoved: boolean;
  };

const initial: CheckoutState = {
  ...emptyProgress,
  isYearly: false,
  serviceIds: [],
  addonIds: [],
  informationErrors: {},
  rejections: 0,
  otherPackage: null,
  promoError: null,
  paymentOptions: null,
  notice: null,
  placedOrder: null,
  isBusy: false,
  isDone: false,
  isRestored: false,
  hasMoved: false,
};

const store = create<CheckoutState>()(() => initial);
const { getState, setState } = store;

/**
 * The checkout of this tab. The server's HTML and the first render both show `initial`, so they match. Views
 * only read it. Only the actions in this file change it.
 */
export const useCheckout: UseBoundStore<Omit<StoreApi<CheckoutState>, 'setState'>> = store;

/** For what only counts or remembers: where it fails, the sale and the other listeners go on. Returns a cleanup function. */
export const listen = (
  part: PageFault['part'],
  listener: (now: CheckoutState, before: CheckoutState) => void,
): (() => void) => store.subscribe((now, before) => harmless(part, () => listener(now, before)));

/** Restores the stored checkout, also when the browser shows this page from its back/forward cache. */
export function restoreCheckout({ isFromAddress = false } = {}): void {
  const stored = readProgress();
  // It was left for something else.
  const isLeft =
    stored.addon !== null &&
    !isQuote(stored.addon.order) &&
    !new URLSearchParams(location.search).has('addon');
  const progress = isLeft ? emptyProgress : stored;
  const browsed = readBundle();
  const own = progress.ownPackage ?? browsed;
  // A link for a service refers to the selection on that page.
  const [chosen, other] = isFromAddress ? [browsed, own] : [own, browsed];
  setState(({ paymentOptions }) => ({
    ...initial,
    paymentOptions,
    ...progress,
    ...chosen,
    serviceIds: chosen.serviceIds.filter(isSold),
    otherPackage: isSamePackage(own, browsed) ? null : other,
    checkoutId: progress.checkoutId || newUuid(),
    isRestored: true,
  }));
  goBackIfUnreachable();
}

/** The current step may not be reachable after the package changed. */
const goBackIfUnreachable = () => setState(({ step }) => ({ step: stepTowards(step) }));

const isSamePackage = (one: StoredBundle, two: StoredBundle): boolean =>
  one.isYearly === two.isYearly &&
  isSameSet(one.serviceIds, two.serviceIds) &&
  isSameSet(one.addonIds, two.addonIds);

const isSameSet = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((id) => two.includes(id));

/** Whether there is something to pay, and nobody can. */
export const isClosed = (state: CheckoutState): boolean =>
  state.paymentOptions?.methods.length === 0 && !state.madePayment && priceOf(state).dueTodayCents > 0;

/** Also selects an offered payment method if the current one is not offered. */
export function setPaymentOptions(paymentOptions: PaymentModeResponse): void {
  setState(({ paymentMethod }) => ({
    paymentOptions,
    paymentMethod: paymentOptions.methods.includes(paymentMethod)
      ? paymentMethod
      : (paymentOptions.methods[0] ?? paymentMethod),
  }));
}

/**
 * Stores the checkout now, so that its ID is stored, and after each change. Returns a function that stops this.
 * It does not use zustand's `persist`: other pages read and write the bundle under its own key, nothing may
 * be stored before the checkout is restored or after it is done, and it would exceed the script budget.
 */
export function storeChanges(): () => void {
  harmless('storage', () => storeState(getState()));
  return listen('storage', storeState);
}

function storeState(state: CheckoutState): void {
  if (state.isDone) return;
  const { step, isYearly, serviceIds, addonIds } = state;
  const bundle = { isYearly, serviceIds, addonIds };
  writeProgress({ ...state, ownPackage: step === 'services' ? null : bundle });
  writeBundle(bundle);
}

export const showStep = (step: Step): void =>
  setState({
    step,
    hasMoved: true,
    ...(step !== 'payment' && { notice: null }),
    ...(step === 'services' && { informationErrors: {} }),
  });

export const chooseAgain = (): void => setState({ step: 'services' });

/** The build writes no state for an open service. */
const isSold = (id: ServiceId): boolean => !catalog.services[id].state;

export function selectService(id: ServiceId): void {
  if (!isSold(id)) return;
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
  goBackIfUnreachable();
}

export const informationTyped = (typed: Partial<Information>): void =>
  setState(({ information }) => ({ information: { ...information, ...typed } }));

export const linkWanted = (wantsLink: boolean): void => setState({ wantsLink });

export const informationRejected = (informationErrors: CheckoutState['informationErrors']): void =>
  setState(({ rejections, information, askedAbout }) => ({
    informationErrors,
    rejections: rejections + 1,
    // It is asked once, by this page or the server.
    askedAbout: informationErrors['state'] && !information.state ? information.postalCode : askedAbout,
  }));

/** A field was changed after a rejection. */
export const informationCorrected = (name: string, message: string | undefined): void =>
  setState(({ informationErrors: { [name]: _old, ...others } }) => ({
    informationErrors: message ? { ...others, [name]: message } : others,
  }));

export const informationAccepted = (): void => setState({ informationErrors: {} });

export const promoTyped = (promoText: string): void => setState({ promoText, promoError: null });

export const promoAccepted = (promo: Promo): void =>
  setState({ promo, promoText: promo.code, promoError: null });

export const promoRejected = (promoError: string): void => setState({ promoError });

/** A promo code stopped being valid. The field keeps its text. */
export const promoWithdrawn = (): void => setState({ promo: null });

export const promoRemoved = (): void => setState({ promo: null, promoText: '', promoError: null });

/** The server no longer knows the exemption, so the price shows the tax. */
export const exemptionEnded = (): void => setState({ exemption: null });

export const choosePaymentMethod = (paymentMethod: PaymentMethod): void =>
  setState({ paymentMethod, notice: null });

export const notify = (notice: string): void => setState({ notice });

export const setBusy = (isBusy: boolean): void => setState({ isBusy });

export const paymentStarted = (): void => setState({ isBusy: true, notice: null });

export const paymentMade = (madePayment: MadePayment): void => setState({ madePayment });

/** The provider sent the customer back, and the payment can be completed. */
export const approved = (paymentMethod: PaymentMethod, madePayment: MadePayment): void =>
  setState({ step: 'payment', paymentMethod, madePayment });

/** The provider sent the customer back without a payment. */
export const returnedUnpaid = (paymentMethod: PaymentMethod, notice: string): void =>
  setState({ step: stepTowards('payment'), paymentMethod, notice });

/** The provider sent the customer back to a browser that no longer has the checkout. */
export const noCheckoutFound = (notice: string): void => setState({ step: 'services', notice });

export const orderFound = (placedOrder: string): void => setState({ placedOrder, notice: null });

/** The payment failed without a charge, and the payment step is open again. */
export const reopened = (notice: string): void => setState({ isBusy: false, madePayment: null, notice });

/** The order was placed. Removes the stored checkout. */
export function finished(): void {
  setState({ isDone: true });
  clearProgress();
}

/** The furthest step toward `wanted` that is reachable. */
export function stepTowards(wanted: Step): Step {
  const state = getState();
  if (state.addon) return 'payment';
  return reachableStep(wanted, {
    serviceIds: state.serviceIds,
    hasValidInformation: readBuyer(state.information) !== null,
    dueTodayCents: priceOf(state).dueTodayCents,
    isPaid: state.madePayment !== null,
  });
}

let priced: { key: string; price: Price } | null = null;

/** The same object until the price changes, so that a view with `useCheckout(priceOf)` is rendered only then. */
export function priceOf(
  state: StoredBundle & Pick<Progress, 'promo' | 'information' | 'addon' | 'exemption'>,
): Price {
  if (state.addon) return state.addon.price;
  const { isYearly, serviceIds, addonIds, promo, information } = state;
  const { country, state: region, postalCode } = information;
  // The page needs no number of a certificate.
  const exempt = isExempt(state) ? '' : undefined;
  const bundle = { isYearly, serviceIds, addonIds };
  const key = JSON.stringify([bundle, promo, country, region, postalCode, exempt]);
  if (priced?.key !== key) {
    const address = { ...information, exempt };
    priced = { key, price: computePrice(catalog, bundle, promo, address, import.meta.env.TAXES_RECURRING) };
  }
  return priced.price;
}
