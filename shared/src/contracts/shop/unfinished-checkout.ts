import * as z from 'zod/mini';
import { ADDON_IDS, SERVICE_IDS } from '../../catalog/ids.ts';
import { text } from '../texts.ts';
import { CheckoutId } from './checkout.ts';

/** As long as the form accepts. */
const typed = (maximum: number) => z._default(text(maximum), '');

/** The information form as typed, even while it is invalid. */
export const TypedInformation = z.object({
  firstName: typed(100),
  lastName: typed(100),
  email: typed(254),
  phone: typed(40),
  businessName: typed(200),
  businessDescription: typed(5_000),
  country: typed(60),
  state: typed(60),
  city: typed(100),
  postalCode: typed(20),
  address: typed(200),
});
export type TypedInformation = z.infer<typeof TypedInformation>;

const Bundle = {
  serviceIds: z.array(z.enum(SERVICE_IDS)).check(z.maxLength(SERVICE_IDS.length)),
  addonIds: z.array(z.enum(ADDON_IDS)).check(z.maxLength(ADDON_IDS.length)),
  isYearly: z.boolean(),
  /** Empty without a code. */
  promoCode: text(40),
};

export const UnfinishedCheckout = z.object({
  checkoutId: CheckoutId,
  step: z.enum(['information', 'payment']),
  ...Bundle,
  /** Only of customers who want a link to finish. Null deletes what was sent before. */
  information: z.nullable(TypedInformation),
});
export type UnfinishedCheckout = z.infer<typeof UnfinishedCheckout>;

/** The key of the link in the email. */
export const ResumeCheckout = z.object({ key: text(200) });

export const ResumedCheckout = z.object({
  /** Of the new checkout that continues it. */
  checkoutId: z.string(),
  ...Bundle,
  information: TypedInformation,
});
export type ResumedCheckout = z.infer<typeof ResumedCheckout>;
