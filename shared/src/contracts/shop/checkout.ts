import * as z from 'zod/mini';
import { MONEY_TEXT, textToCents } from '../../catalogue/money.ts';
import type { Quote } from '../../catalogue/quote.ts';
import { emailAddress, line, text } from '../texts.ts';
import { ADDON_IDS, SERVICE_IDS, type ServiceId } from '../../catalogue/ids.ts';

export const CREATE_PAYMENT_INTENT_PATH = '/api/create-payment-intent';
export const PROCESS_PAYPAL_PATH = '/api/process-paypal';
export const CHECKOUT_PATH = '/api/checkout';
export const PAYMENT_MODE_PATH = '/api/payment-mode';
export const PROMO_CODE_PATH = '/api/promo-code';
export const PAYMENT_STATUS_PATH = '/api/payment-status';

export const MINIMUM_AMOUNT_MESSAGE = 'The payment amount must be at least $0.50 to process with Stripe.';
export const MINIMUM_AMOUNT_CENTS = 50;

const Address = z.object({
  country: z._default(line(60), 'US'),
  state: z.optional(line(60)),
  city: z.optional(line(100)),
  postalCode: z.optional(line(20)),
  address: z.optional(line(200)),
});

/** The information step of the checkout: the form and the API check by this one schema. */
export const BuyerInformation = z.extend(Address, {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email: emailAddress('Please enter a valid email'),
  phone: line(40, 'Phone number is required'),
  businessName: line(200, 'Business name is required'),
  businessDescription: text(5_000, 'Business description is required'),
});
export type BuyerInformation = z.infer<typeof BuyerInformation>;
export type BuyerInformationInput = z.input<typeof BuyerInformation>;

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
export const CheckoutDraft = z.extend(BuyerInformation, {
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
export type CreatePaymentIntentInput = z.input<typeof CreatePaymentIntent> & Partial<CheckoutDraftInput>;

export const ProcessPaypal = z.object({ amount: Amount });
export type ProcessPaypalInput = z.input<typeof ProcessPaypal> & Partial<CheckoutDraftInput>;

const MoneyText = z.pipe(
  z
    .string('Must be an amount such as "149.00"')
    .check(z.regex(MONEY_TEXT, 'Must be an amount such as "149.00"')),
  z.transform(textToCents),
);

const Flag = z._default(z.boolean('Must be true or false'), false);

/** POST /api/checkout: the amounts and the status are only what the browser reports. */
export const Checkout = z.extend(BuyerInformation, {
  ...BundleSelection.shape,
  basePrice: MoneyText,
  initialPayment: MoneyText,
  recurringPayment: MoneyText,
  paymentMethod: z.enum(['credit-card', 'paypal'], 'Please choose a payment method'),
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

export type PaymentMethod = Checkout['paymentMethod'];
export type PaymentMode = 'demo' | 'live';
export type PaymentStatus = 'completed' | 'pending';

/** What the buyer is told of an order. Texts with two decimals are US dollars. */
export type OrderConfirmation = {
  orderNumber: string;
  initialPayment: string;
  recurringPayment: string;
  isYearly: boolean;
  email: string;
  serviceTypes: ServiceId[];
  paymentStatus: PaymentStatus;
  /** True when money has arrived or none was due; a pending order that is paid awaits a look at its amount. */
  isPaid: boolean;
  /** True while the buyer has paid and the provider waits for the money: nothing more is to be paid. */
  isProcessing: boolean;
  /** True when no money moved. */
  isDemo: boolean;
  createdAt: string;
  /** Opens the forms filled in: `?order=<orderNumber>&key=<intakeKey>`. Empty, as `email` is, for a call that does not name the checkout. */
  intakeKey: string;
  quote: Quote;
};

export type PaymentIntentAnswer = {
  clientSecret: string;
  paymentIntentId: string;
  /** US dollars that will be charged. */
  amount: number;
  mode: PaymentMode;
  /** Set when this checkout is paid, or its money is under way: show it, charge nothing. */
  order?: OrderConfirmation;
};

export type PaypalAnswer = {
  success: true;
  paypalOrderId: string;
  approvalUrl: string;
  order?: OrderConfirmation;
};

/** What is true of a checkout, asked of the provider. Only the browser that began it knows its id. */
export const PaymentStatusCall = z.object({ checkoutId: CheckoutId });
/** `order` is null while nothing is paid or under way. */
export type PaymentStatusAnswer = { order: OrderConfirmation | null };

export type CheckoutAnswer = { success: true; order: OrderConfirmation };

export type PaymentModeAnswer = {
  mode: PaymentMode;
  /** The ways of paying that this shop has keys for. */
  methods: PaymentMethod[];
  /** What the browser needs for card payments in live mode. `jsUrl` is set where the script does not come from Stripe. */
  stripe: { publishableKey: string; jsUrl: string | null } | null;
};

/** A wrong code is an answer, not an error. `amountOff` is US dollars. */
export const PromoCode = z.object({ promoCode: line(40, 'Please enter a promo code') });
export type PromoCodeAnswer = { valid: true; code: string; amountOff: number } | { valid: false };
