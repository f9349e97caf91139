import '@northlight/shared/contracts/strict-zod.ts';
import * as z from 'zod/mini';
import { toBundle } from '../../../lib/bundle-storage.ts';
import { parseJson, readItem, removeItem, writeItem } from '../../../lib/web-storage.ts';
import { STEPS } from './steps.ts';

const text = (fallback = '') => z.catch(z.string(), fallback);

/** The information form as typed, even while it is invalid. */
const Information = z.object({
  firstName: text(),
  lastName: text(),
  email: text(),
  phone: text(),
  businessName: text(),
  businessDescription: text(),
  country: text('US'),
  state: text(),
  city: text(),
  postalCode: text(),
  address: text(),
});
export type Information = z.infer<typeof Information>;
export const emptyInformation: Information = Information.parse({});

/** The provider's ID of a completed payment. It is stored until the order is placed. */
const MadePayment = z.union([
  z.object({ paymentIntentId: z.string() }),
  z.object({ paypalOrderId: z.string() }),
]);
export type MadePayment = z.infer<typeof MadePayment>;

const OwnPackage = z.pipe(
  z.looseObject({}),
  z.transform((stored: Record<string, unknown>) => toBundle(stored)),
);

/** Each missing or malformed field gets its default. */
const Progress = z.object({
  step: z.catch(z.enum(STEPS), 'services'),
  information: z.catch(Information, emptyInformation),
  promoText: text(),
  promo: z.catch(z.nullable(z.object({ code: z.string(), amountOffCents: z.number() })), null),
  paymentMethod: z.catch(z.enum(['credit-card', 'paypal']), 'credit-card'),
  /** Identifies the draft and makes resending safe. Empty until the page runs in a browser. */
  checkoutId: text(),
  madePayment: z.catch(z.nullable(MadePayment), null),
  /**
   * The package of a checkout that is past its first step, because other pages reset the selection. Null
   * before that.
   */
  ownPackage: z.catch(z.nullable(OwnPackage), null),
});
export type Progress = z.infer<typeof Progress>;

export const emptyProgress: Progress = Progress.parse({});

const PROGRESS_KEY = 'northlight-checkout';

export const readProgress = (): Progress => parseProgress(readItem('sessionStorage', PROGRESS_KEY));

export function writeProgress(progress: Progress): void {
  // Parsing removes everything that is not in the schema.
  writeItem('sessionStorage', PROGRESS_KEY, JSON.stringify(Progress.parse(progress)));
}

export const clearProgress = (): void => removeItem('sessionStorage', PROGRESS_KEY);

export function parseProgress(stored: string | null): Progress {
  const { success, data } = Progress.safeParse(parseJson(stored));
  return success ? data : emptyProgress;
}
