import * as z from 'zod/mini';
import type { EndpointTable } from '../endpoint.ts';
import { IntakeQuery } from '../forms/forms.ts';
import { AboutAnswer, HealthAnswer, ReadyAnswer } from './about.ts';
import {
  AddonCheckout,
  AddonDraft,
  Checkout,
  CheckoutDraft,
  CreatePaymentIntent,
  PaymentStatusCall,
  ProcessPaypal,
  PromoCode,
} from './checkout.ts';
import {
  CheckoutAnswer,
  PaymentIntentAnswer,
  PaymentModeAnswer,
  PaymentStatusAnswer,
  PaypalAnswer,
  PromoCodeAnswer,
} from './checkout-answers.ts';
import { DemoCard, DemoPaypal } from './demo-payments.ts';
import { DemoCardAnswer, DemoPaypalAnswer } from './checkout-answers.ts';
import { ChangeRecurring, ChangeRecurringAnswer, CustomerRecurring } from './recurring.ts';
import { ByFileId } from './order-page.ts';
import { orderEndpoints } from './order-endpoints.ts';
import { saleEndpoints } from './sale-endpoints.ts';
import { StopRemindersAnswer } from './reminders.ts';

/** With the draft of a checkout or an add-on, as the site always sends it, or with only an amount. */
const StartCardPayment = z.union([
  z.extend(CheckoutDraft, { amount: CreatePaymentIntent.shape.amount }),
  z.extend(AddonDraft, { amount: CreatePaymentIntent.shape.amount }),
  CreatePaymentIntent,
]);
const StartPaypalPayment = z.union([
  z.extend(CheckoutDraft, { amount: ProcessPaypal.shape.amount }),
  z.extend(AddonDraft, { amount: ProcessPaypal.shape.amount }),
  ProcessPaypal,
]);

/** Checks the amount first, so that a draft with an invalid amount fails only for the amount. */
function schemaFor<Amount extends typeof CreatePaymentIntent | typeof ProcessPaypal>(amount: Amount) {
  // Once, because building a schema costs more than checking a body.
  const withDraft = z.pipe(
    z.looseObject(amount.shape),
    z.extend(CheckoutDraft, { amount: amount.shape.amount }),
  );
  const withAddon = z.extend(AddonDraft, { amount: amount.shape.amount });
  return (sent: unknown) => (has(sent, 'addonTo') ? withAddon : has(sent, 'checkoutId') ? withDraft : amount);
}

const has = (sent: unknown, name: string): boolean =>
  typeof sent === 'object' && sent !== null && name in sent;

/** A large file is sent in many pieces. */
const UPLOAD_LIMIT = { name: 'uploads', perMinute: 600 };
const DEMO_LIMIT = { name: 'demo-payments', perMinute: 60 };
/** Far more than a provider sends from one network. */
const EVENTS_PER_MINUTE = 600;
const WebhookAnswer = z.object({ received: z.literal(true) });

export const shopEndpoints = {
  'GET /api/health': {
    access: 'public',
    summary: 'Says whether the shop can store orders right now.',
    response: HealthAnswer,
  },
  'GET /api/ready': {
    access: 'public',
    summary: 'Says whether the shop takes requests, and when it was last backed up and checked.',
    response: ReadyAnswer,
  },
  'GET /api/about': {
    access: 'public',
    summary: 'Names the shop and the version of its API.',
    response: AboutAnswer,
    isKeptOffline: true,
  },
  'GET /api/openapi.json': {
    access: 'public',
    summary: 'Describes every call as OpenAPI 3.1.',
    response: z.looseObject({ openapi: z.string() }),
  },
  'GET /api/docs': {
    access: 'public',
    summary: 'Shows every call on a page.',
    responseType: 'text/html',
  },
  'GET /api/payment-mode': {
    access: 'public',
    summary: 'Returns the payment methods and what the browser needs for them.',
    response: PaymentModeAnswer,
  },
  'POST /api/promo-code': {
    access: 'public',
    summary: 'Checks a promo code.',
    limits: [{ name: 'promo-code', perMinute: 30 }],
    body: PromoCode,
    response: PromoCodeAnswer,
  },
  ...saleEndpoints,
  'POST /api/create-payment-intent': {
    access: 'public',
    summary: 'Stores the checkout and starts a card payment.',
    limits: [{ name: 'create-payment-intent', perMinute: 60 }],
    body: StartCardPayment,
    bodyFor: schemaFor(CreatePaymentIntent),
    response: PaymentIntentAnswer,
  },
  'POST /api/process-paypal': {
    access: 'public',
    summary: 'Stores the checkout and starts a PayPal payment.',
    limits: [{ name: 'process-paypal', perMinute: 60 }],
    body: StartPaypalPayment,
    bodyFor: schemaFor(ProcessPaypal),
    response: PaypalAnswer,
  },
  'POST /api/checkout': {
    access: 'public',
    summary: 'Places the order, after its payment if money is due.',
    limits: [{ name: 'checkout', perMinute: 60 }],
    body: z.union([Checkout, AddonCheckout]),
    bodyFor: (sent) => (has(sent, 'addonTo') ? AddonCheckout : Checkout),
    response: CheckoutAnswer,
  },
  'POST /api/payment-status': {
    access: 'public',
    summary: 'Asks the provider whether a checkout is paid.',
    limits: [{ name: 'payment-status', perMinute: 60 }],
    body: PaymentStatusCall,
    response: PaymentStatusAnswer,
  },
  'GET /api/stop-reminders': {
    access: 'public',
    summary: 'Redirects to the page that stops reminders.',
    responseType: 'redirect',
  },
  'POST /api/stop-reminders': {
    access: 'public',
    summary: 'Stops the reminders of an order. Email programs call it too.',
    limits: [{ name: 'stop-reminders', perMinute: 30 }],
    query: IntakeQuery,
    response: StopRemindersAnswer,
  },
  'GET /api/recurring-payment': {
    access: 'public',
    summary: 'Returns the recurring payment that a customer’s link names.',
    limits: [{ name: 'recurring-payment', perMinute: 60 }],
    query: IntakeQuery,
    response: CustomerRecurring,
  },
  'POST /api/recurring-payment': {
    access: 'public',
    summary: 'Cancels, restores, or pays a recurring payment, or changes its card.',
    limits: [{ name: 'recurring-payment', perMinute: 60 }],
    query: IntakeQuery,
    body: ChangeRecurring,
    response: ChangeRecurringAnswer,
  },
  ...orderEndpoints,
  'OPTIONS /api/files': {
    access: 'public',
    summary: 'Says what the server can do of the tus protocol, and how large files can be.',
    limits: [UPLOAD_LIMIT],
    responseType: 'empty',
  },
  'POST /api/files': {
    access: 'public',
    summary: 'Starts the upload of a file by the tus protocol, version 1.0.0.',
    limits: [{ name: 'new-uploads', perMinute: 60 }],
    responseType: 'empty',
  },
  'HEAD /api/files/:id': {
    access: 'public',
    summary: 'Says how much of an upload has arrived.',
    limits: [UPLOAD_LIMIT],
    params: ByFileId,
    responseType: 'empty',
  },
  'PATCH /api/files/:id': {
    access: 'public',
    summary: 'Adds bytes to an upload.',
    limits: [UPLOAD_LIMIT],
    params: ByFileId,
    responseType: 'empty',
  },
  'DELETE /api/files/:id': {
    access: 'public',
    summary: 'Cancels an upload, or removes its file before the form is sent.',
    limits: [UPLOAD_LIMIT],
    params: ByFileId,
    responseType: 'empty',
  },
  'POST /api/demo-payments/card': {
    access: 'public',
    summary: 'Confirms a demo card. Demo mode only.',
    limits: [DEMO_LIMIT],
    body: DemoCard,
    response: DemoCardAnswer,
  },
  'POST /api/demo-payments/paypal': {
    access: 'public',
    summary: 'Approves or cancels a demo PayPal payment. Demo mode only.',
    limits: [DEMO_LIMIT],
    body: DemoPaypal,
    response: DemoPaypalAnswer,
  },
  'POST /api/webhooks/stripe': {
    access: 'public',
    summary: 'Receives an event signed by Stripe.',
    limits: [{ name: 'webhooks-stripe', perMinute: EVENTS_PER_MINUTE }],
    response: WebhookAnswer,
  },
  'POST /api/webhooks/paypal': {
    access: 'public',
    summary: 'Receives an event signed by PayPal.',
    limits: [{ name: 'webhooks-paypal', perMinute: EVENTS_PER_MINUTE }],
    response: WebhookAnswer,
  },
} satisfies EndpointTable;
