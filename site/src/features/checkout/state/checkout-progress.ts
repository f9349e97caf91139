import type { Promo } from '@northlight/shared/catalogue/quote.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/shop/payment-terms.ts';
import { toBundle, type StoredBundle } from '../../../lib/bundle-storage.ts';
import { isStep, type Step } from './steps.ts';

/** The information form as it is typed, also while it does not validate. */
export const emptyInformation = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  businessName: '',
  businessDescription: '',
  country: 'US',
  state: '',
  city: '',
  postalCode: '',
  address: '',
};
export type Information = typeof emptyInformation;

/** The provider's id of a payment that the buyer has made; it lives until its order is placed. */
export type MadePayment = { paymentIntentId: string } | { paypalOrderId: string };

export type Progress = {
  step: Step;
  information: Information;
  promoText: string;
  promo: Promo | null;
  paymentMethod: PaymentMethod;
  /** Names the draft and makes every resend harmless. Empty until the page runs in a browser. */
  checkoutId: string;
  madePayment: MadePayment | null;
  /**
   * The package of a checkout that is past its first step: other pages reset what is chosen there. Null before that.
   */
  ownPackage: StoredBundle | null;
};

export const emptyProgress: Progress = {
  step: 'services',
  information: emptyInformation,
  promoText: '',
  promo: null,
  paymentMethod: 'credit-card',
  checkoutId: '',
  madePayment: null,
  ownPackage: null,
};

const PROGRESS_KEY = 'northlight-checkout';

export function readProgress(): Progress {
  try {
    return parseProgress(sessionStorage.getItem(PROGRESS_KEY));
  } catch {
    return emptyProgress;
  }
}

export function writeProgress(progress: Progress): void {
  const { step, information, promoText, promo, paymentMethod, checkoutId, madePayment, ownPackage } =
    progress;
  try {
    const kept: Progress = {
      step,
      information,
      promoText,
      promo,
      paymentMethod,
      checkoutId,
      madePayment,
      ownPackage,
    };
    sessionStorage.setItem(PROGRESS_KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden: a reload then starts afresh.
  }
}

export function clearProgress(): void {
  try {
    sessionStorage.removeItem(PROGRESS_KEY);
  } catch {
    // Nothing was kept.
  }
}

/** What is missing or malformed takes its default, field by field. */
export function parseProgress(text: string | null): Progress {
  const kept = toRecord(parseJson(text));
  const information = toRecord(kept['information']);
  const promo = toRecord(kept['promo']);
  const { code, amountOffCents } = promo;
  return {
    step: isStep(kept['step']) ? kept['step'] : emptyProgress.step,
    information: {
      ...emptyInformation,
      ...Object.fromEntries(
        Object.keys(emptyInformation)
          .filter((name) => typeof information[name] === 'string')
          .map((name) => [name, information[name]]),
      ),
    },
    promoText: asText(kept['promoText']),
    promo: typeof code === 'string' && typeof amountOffCents === 'number' ? { code, amountOffCents } : null,
    paymentMethod: kept['paymentMethod'] === 'paypal' ? 'paypal' : 'credit-card',
    checkoutId: asText(kept['checkoutId']),
    madePayment: parseMadePayment(kept['madePayment']),
    ownPackage: kept['ownPackage'] ? toBundle(toRecord(kept['ownPackage'])) : null,
  };
}

function parseMadePayment(value: unknown): MadePayment | null {
  const { paymentIntentId, paypalOrderId } = toRecord(value);
  if (typeof paymentIntentId === 'string') return { paymentIntentId };
  return typeof paypalOrderId === 'string' ? { paypalOrderId } : null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
