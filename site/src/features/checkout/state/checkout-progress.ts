import type { Price, Promo } from '@northlight/shared/catalog/price.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/payments.ts';
import { toBundle, type StoredBundle } from '../../../lib/bundle-storage.ts';
import { parseJson, readItem, removeItem, writeItem } from '../../../lib/web-storage.ts';
import { MORE_REVISIONS, PROGRESS_KEY } from '../../../lib/order-page.ts';
import { isStep, type Step } from './steps.ts';

/** The information form as typed, even while it is invalid. */
const EMPTY = {
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
/** `acceptsTerms` is the version of the terms that were accepted, and absent in shops without any. */
export type Information = typeof EMPTY & { acceptsTerms?: string };
export const emptyInformation: Information = import.meta.env.HAS_TERMS
  ? { ...EMPTY, acceptsTerms: '' }
  : EMPTY;

/** The provider's ID of a completed payment. It is stored until the order is placed. */
export type MadePayment = { paymentIntentId: string } | { paypalOrderId: string };

export type Progress = {
  step: Step;
  information: Information;
  /** The customer wants an email with a link to finish. */
  wantsLink: boolean;
  promoText: string;
  promo: Promo | null;
  paymentMethod: PaymentMethod;
  /** Identifies the draft and makes resending safe. Empty until the page runs in a browser. */
  checkoutId: string;
  madePayment: MadePayment | null;
  /** The postal code whose state the customer was asked for. Empty before that. */
  askedAbout: string;
  /**
   * The package of a checkout that is past its first step, because other pages reset the selection. Null
   * before that.
   */
  ownPackage: StoredBundle | null;
  /** The personal link that opened this checkout, and whom it exempts from sales tax. Null for everybody else. */
  exemption: { key: string; email: string } | null;
  /**
   * What is bought for an order that was placed before, or an accepted quote. Null for a new order. `title`: of its
   * payment. The server wrote the price, and computes it again.
   */
  addon: { order: string; key: string; title: string; price: Price } | null;
};

export const emptyProgress: Progress = toProgress({});

export const readProgress = (): Progress => parseProgress(readItem('sessionStorage', PROGRESS_KEY));

export function writeProgress(progress: Progress): void {
  writeItem('sessionStorage', PROGRESS_KEY, JSON.stringify(toProgress(progress)));
}

export const clearProgress = (): void => removeItem('sessionStorage', PROGRESS_KEY);

export const parseProgress = (stored: string | null): Progress => toProgress(parseJson(stored));

/**
 * Each missing or malformed field gets its default, and nothing else is kept. Without zod, which loads with the first
 * field that is filled in.
 */
function toProgress(stored: unknown): Progress {
  const from: Partial<Record<keyof Progress, unknown>> = stored ?? {};
  const typed: Partial<Record<string, unknown>> = from.information ?? {};
  const { addon, madePayment } = from;
  return {
    step: isStep(from.step) ? from.step : 'services',
    information: Object.fromEntries(
      Object.entries(emptyInformation).map(([name, empty]) => [name, text(typed[name], empty)]),
    ) as Information,
    wantsLink: from.wantsLink === true,
    promoText: text(from.promoText),
    promo: whole(from.promo, { code: '', amountOffCents: 0 }),
    paymentMethod: from.paymentMethod === 'paypal' ? 'paypal' : 'credit-card',
    checkoutId: text(from.checkoutId),
    askedAbout: text(from.askedAbout),
    madePayment: whole(madePayment, { paymentIntentId: '' }) ?? whole(madePayment, { paypalOrderId: '' }),
    ownPackage: whole(from.ownPackage, {}) && toBundle(from.ownPackage),
    exemption: whole(from.exemption, { key: '', email: '' }),
    addon: whole(
      { title: MORE_REVISIONS, ...Object(addon) },
      { order: '', key: '', title: '', price: {} as Price },
    ),
  };
}

function text(stored: unknown, empty = ''): string {
  return typeof stored === 'string' ? stored : empty;
}

/** What was stored, if it is an object with values of the same types as `like`. */
function whole<Like extends object>(stored: unknown, like: Like): Like | null {
  if (typeof stored !== 'object' || !stored) return null;
  const values: Partial<Record<string, unknown>> = { ...stored };
  const isSame = ([name, value]: [string, unknown]) =>
    values[name] !== null && typeof values[name] === typeof value;
  return Object.entries(like).every(isSame) ? (stored as Like) : null;
}
