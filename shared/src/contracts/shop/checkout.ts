import * as z from 'zod/mini';
import { MONEY_TEXT, textToCents } from '../../catalogue/money.ts';
import { emailAddress, line, text } from '../texts.ts';
import { ADDON_IDS, SERVICE_IDS, type ServiceId } from '../../catalogue/ids.ts';
import { QuoteAnswer } from './quote-answer.ts';

export const MINIMUM_AMOUNT_MESSAGE = 'The payment amount must be at least $0.50 to process with Stripe.';
export const MINIMUM_AMOUNT_CENTS = 50;

export const PAYMENT_METHODS = ['credit-card', 'paypal'] as const;

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

export const ProcessPaypal = z.object({ amount: Amount });

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

/** How an order is paid. */
export type PaymentMethod = Checkout['paymentMethod'];
export const PaymentMode = z.enum(['demo', 'live']);
export type PaymentMode = z.infer<typeof PaymentMode>;
/** Of an order. */
export const PaymentStatus = z.enum(['completed', 'pending']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** What the buyer is told of an order. Texts with two decimals are US dollars. */
export const OrderConfirmation = z.object({
  orderNumber: z.string(),
  initialPayment: z.string(),
  recurringPayment: z.string(),
  isYearly: z.boolean(),
  email: z.string(),
  serviceTypes: z.array(z.enum(SERVICE_IDS)),
  paymentStatus: PaymentStatus,
  /** True when money has arrived or none was due; a pending order that is paid awaits a look at its amount. */
  isPaid: z.boolean(),
  /** True while the buyer has paid and the provider waits for the money: nothing more is to be paid. */
  isProcessing: z.boolean(),
  /** True when no money moved. */
  isDemo: z.boolean(),
  createdAt: z.string(),
  /** Opens the forms filled in: `?order=<orderNumber>&key=<intakeKey>`. Empty, as `email` is, for a call that does not name the checkout. */
  intakeKey: z.string(),
  quote: QuoteAnswer,
});
export type OrderConfirmation = z.infer<typeof OrderConfirmation>;

export const PaymentIntentAnswer = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  /** US dollars that will be charged. */
  amount: z.number(),
  mode: PaymentMode,
  /** Set when this checkout is paid, or its money is under way: show it, charge nothing. */
  order: z.optional(OrderConfirmation),
});
export type PaymentIntentAnswer = z.infer<typeof PaymentIntentAnswer>;

export const PaypalAnswer = z.object({
  success: z.literal(true),
  paypalOrderId: z.string(),
  approvalUrl: z.string(),
  order: z.optional(OrderConfirmation),
});
export type PaypalAnswer = z.infer<typeof PaypalAnswer>;

/** What is true of a checkout, asked of the provider. Only the browser that began it knows its id. */
export const PaymentStatusCall = z.object({ checkoutId: CheckoutId });
/** `order` is null while nothing is paid or under way. */
export const PaymentStatusAnswer = z.object({ order: z.nullable(OrderConfirmation) });
export type PaymentStatusAnswer = z.infer<typeof PaymentStatusAnswer>;

export const CheckoutAnswer = z.object({ success: z.literal(true), order: OrderConfirmation });
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>;

export const PaymentModeAnswer = z.object({
  mode: PaymentMode,
  /** The ways of paying that this shop has keys for. */
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /** What the browser needs for card payments in live mode. `jsUrl` is set where the script does not come from Stripe. */
  stripe: z.nullable(z.object({ publishableKey: z.string(), jsUrl: z.nullable(z.string()) })),
});
export type PaymentModeAnswer = z.infer<typeof PaymentModeAnswer>;

/** A wrong code is an answer, not an error. `amountOff` is US dollars. */
export const PromoCode = z.object({ promoCode: line(40, 'Please enter a promo code') });
export const PromoCodeAnswer = z.discriminatedUnion('valid', [
  z.object({ valid: z.literal(true), code: z.string(), amountOff: z.number() }),
  z.object({ valid: z.literal(false) }),
]);
export type PromoCodeAnswer = z.infer<typeof PromoCodeAnswer>;
