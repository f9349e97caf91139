import * as z from 'zod/mini';
import { ADDON_ID, SERVICE_IDS } from '../catalog/ids.ts';
import { CheckoutId } from './checkout.ts';
import { CameFrom } from './funnel.ts';
import { ActionResponse, success, type EndpointTable, call } from './endpoint.ts';
import { FORM_LIMITS } from './forms/forms.ts';
import { formMeta } from './forms/form-fields.ts';
import { emailAddress, text } from './texts.ts';

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
  addonIds: z.array(z.string().check(z.regex(ADDON_ID))).check(z.maxLength(20)),
  isYearly: z.boolean(),
  /** Empty without a code. */
  promoCode: text(40),
  /** Of the visit that began it. The page of an older version does not send it. */
  cameFrom: z.optional(CameFrom),
};

export const UnfinishedCheckout = z.object({
  checkoutId: CheckoutId,
  step: z.enum(['information', 'payment']),
  ...Bundle,
  /** Only of customers who want a link to finish. Null deletes what was sent before. */
  information: z.nullable(TypedInformation),
});
export type UnfinishedCheckout = z.infer<typeof UnfinishedCheckout>;
/** As the page sends it. */
export type SentCheckout = z.input<typeof UnfinishedCheckout>;

/** What somebody leaves at a checkout that takes no payments, with what each form sends. */
export const LeftAddress = z.object({
  checkoutId: CheckoutId,
  ...Bundle,
  email: emailAddress('Please enter a valid email'),
  leaveEmpty: formMeta.leaveEmpty,
  filledInMs: formMeta.filledInMs,
});

/** The key of the link in the email. */
export const ResumeCheckout = z.object({ key: text(200) });

export const ResumedCheckout = z.object({
  /** Of the new checkout that continues it. */
  checkoutId: z.string(),
  ...Bundle,
  information: TypedInformation,
  /** The person with this address pays no sales tax. The draft then brings the key of the link along. */
  isExempt: z.boolean(),
});
export type ResumedCheckout = z.infer<typeof ResumedCheckout>;

export const UnfinishedResponse = success({
  /** The number of checkouts of the last 30 days that reached the details and were not paid. */
  count: z.int(),
  /** The newest, without the customers. */
  items: z.array(
    z.object({
      id: z.int(),
      what: z.string(),
      dueCents: z.int(),
      step: z.enum(['information', 'payment']),
      /** Whether the customer wants a link to finish, or opened it. */
      link: z.enum(['none', 'wanted', 'opened']),
      updatedAt: z.string(),
    }),
  ),
  /** Orders that were finished with a link lately, for as long as unfinished checkouts are kept. */
  recovered: z.object({ count: z.int(), cents: z.int() }),
});
export type UnfinishedResponse = z.infer<typeof UnfinishedResponse>;

export const unfinishedCheckoutEndpoints = {
  'POST /api/unfinished-checkout': {
    access: 'public',
    summary: 'Records how far a checkout got, and what the customer typed if they want a link to finish.',
    limits: [
      { name: 'unfinished-checkout', perMinute: 30 },
      { name: 'unfinished-checkout-volume', kilobytesPerHour: 1_024 },
    ],
    body: UnfinishedCheckout,
    responseType: 'empty',
  },
  'POST /api/closed-checkout': call(
    'public',
    'Leaves an email address at a checkout that takes no payments.',
    ActionResponse,
    { limits: FORM_LIMITS, body: LeftAddress },
  ),
  'POST /api/unfinished-checkout/resume': call(
    'public',
    'Returns the checkout that a link from an email opens.',
    ResumedCheckout,
    { limits: [{ name: 'resume-checkout', perMinute: 20 }], body: ResumeCheckout },
  ),
  'GET /api/json/unfinished-checkouts': {
    access: 'manage',
    summary: 'Lists the checkouts of the last 30 days that were not paid.',
    response: UnfinishedResponse,
  },
} satisfies EndpointTable;
