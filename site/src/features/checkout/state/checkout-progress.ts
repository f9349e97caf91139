import '@northlight/shared/contracts/strict-zod.ts';
import * as z from 'zod/mini';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { toBundle } from '../../../lib/bundle-storage.ts';
import { parseJson, readItem, removeItem, writeItem } from '../../../lib/web-storage.ts';
import { MORE_REVISIONS, PROGRESS_KEY } from '../../../lib/order-page.ts';
import { STEPS } from './steps.ts';

const text = (fallback = '') => z.catch(z.string(), fallback);

/** The information form as typed, even while it is invalid. */
const Typed = z.object({
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
/** `acceptsTerms` is the version of the terms that were accepted, and absent in shops without any. */
export type Information = z.infer<typeof Typed> & { acceptsTerms?: string };
const Information: z.ZodMiniType<Information> = import.meta.env.HAS_TERMS
  ? z.extend(Typed, { acceptsTerms: text() })
  : Typed;
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

/** What is bought for an order that was placed before, or an accepted quote. `title`: of its payment. */
const Addon = z.object({
  order: z.string(),
  key: z.string(),
  title: text(MORE_REVISIONS),
  // The server wrote it, and computes it again. `z.custom` would make every form page load more.
  price: z.pipe(
    z.looseObject({}),
    z.transform((price) => price as unknown as Price),
  ),
});

/** Each missing or malformed field gets its default. */
const Progress = z.object({
  step: z.catch(z.enum(STEPS), 'services'),
  information: z.catch(Information, emptyInformation),
  /** The customer wants an email with a link to finish. */
  wantsLink: z.catch(z.boolean(), false),
  promoText: text(),
  promo: z.catch(
    z.nullable(
      z.object({
        code: z.string(),
        amountOffCents: z.number(),
        percentOff: z.optional(z.number()),
        serviceIds: z.optional(z.array(z.enum(SERVICE_IDS))),
      }),
    ),
    null,
  ),
  paymentMethod: z.catch(z.enum(['credit-card', 'paypal']), 'credit-card'),
  /** Identifies the draft and makes resending safe. Empty until the page runs in a browser. */
  checkoutId: text(),
  madePayment: z.catch(z.nullable(MadePayment), null),
  /**
   * The package of a checkout that is past its first step, because other pages reset the selection. Null
   * before that.
   */
  ownPackage: z.catch(z.nullable(OwnPackage), null),
  /** The personal link that opened this checkout, and whom it exempts from sales tax. Null for everybody else. */
  exemption: z.catch(z.nullable(z.object({ key: z.string(), email: z.string() })), null),
  /** Null for a new order. */
  addon: z.catch(z.nullable(Addon), null),
});
export type Progress = z.infer<typeof Progress>;

export const emptyProgress: Progress = Progress.parse({});

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
