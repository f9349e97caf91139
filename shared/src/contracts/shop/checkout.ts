import * as z from 'zod/mini';
import { MONEY_TEXT, textToCents } from '../../catalogue/money.ts';
import { line } from '../texts.ts';
import { ADDON_IDS, SERVICE_IDS, type ServiceId } from '../../catalogue/ids.ts';
import { Address, CustomerInformation } from './customer-information.ts';
import { PAYMENT_METHODS } from './payment-terms.ts';

const AddonClaim = z.object({
  serviceId: z.enum(SERVICE_IDS, 'Unknown service'),
  addonId: z.enum(ADDON_IDS, 'Unknown add-on'),
  name: z.optional(line(100)),
  price: z.optional(z.number('Price must be a number')),
});

const BundleSelection = z.object({
  serviceTypes: z
    .array(z.enum(SERVICE_IDS, 'Unknown service'), 'Please select at least one service to continue.')
    .check(
      z.minLength(1, 'Please select at least one service to continue.'),
      z.refine<ServiceId[]>((ids) => new Set(ids).size === ids.length, 'Each service can only be added once'),
    ),
  addons: z._default(
    z
      .array(AddonClaim)
      .check(
        z.refine<z.infer<typeof AddonClaim>[]>(
          (addons) => new Set(addons.map((addon) => addon.addonId)).size === addons.length,
          'Each add-on can only be added once',
        ),
      ),
    [],
  ),
  isYearly: z._default(z.boolean('Must be true or false'), false),
  promoCode: z.optional(line(40)),
});

/** Made by the browser when a checkout begins: it names the draft and makes every resend harmless. */
export const CheckoutId = z.uuid('Must be a UUID');

/** The whole bundle as the browser knows it; stored as a draft before any payment. */
export const CheckoutDraft = z.extend(CustomerInformation, {
  ...BundleSelection.shape,
  checkoutId: CheckoutId,
});
export type CheckoutDraft = z.infer<typeof CheckoutDraft>;
export type CheckoutDraftInput = z.input<typeof CheckoutDraft>;

const Amount = z
  .number('Amount must be a number of US dollars')
  .check(z.gte(0, 'Amount must not be negative'), z.lte(99_999, 'Amount is too large'));

/** `amount` is the browser's claim in US dollars; with a `CheckoutDraft` beside it the server charges its own quote. */
export const CreatePaymentIntent = z.extend(Address, { amount: Amount });

export const ProcessPaypal = z.object({ amount: Amount });

const MoneyText = z.pipe(
  z
    .string('Must be an amount such as "149.00"')
    .check(z.regex(MONEY_TEXT, 'Must be an amount such as "149.00"')),
  z.transform(textToCents),
);

const Flag = z._default(z.boolean('Must be true or false'), false);

/** POST /api/checkout: the amounts and the status are only what the browser reports. */
export const Checkout = z.extend(CustomerInformation, {
  ...BundleSelection.shape,
  basePrice: MoneyText,
  initialPayment: MoneyText,
  recurringPayment: MoneyText,
  paymentMethod: z.enum(PAYMENT_METHODS, 'Please choose a payment method'),
  paymentStatus: line(40, 'Payment status is required'),
  seoOptimization: Flag,
  blogSetup: Flag,
  extraRevisions: Flag,
  checkoutId: z.optional(CheckoutId),
  paymentIntentId: z.optional(line(200)),
  paypalOrderId: z.optional(line(200)),
});
export type Checkout = z.infer<typeof Checkout>;
export type CheckoutInput = z.input<typeof Checkout>;

/** What is true of a checkout, asked of the provider. Only the browser that began it knows its id. */
export const PaymentStatusCall = z.object({ checkoutId: CheckoutId });

export const PromoCode = z.object({ promoCode: line(40, 'Please enter a promo code') });
