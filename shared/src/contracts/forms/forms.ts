import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { ActionResponse, type EndpointTable, call } from '../endpoint.ts';
import { DentalForm } from './dental-form.ts';
import { OrderNumber } from './form-fields.ts';
import { OnHoldForm } from './on-hold-form.ts';
import { VoiceForm } from './voice-form.ts';
import { CustomRequest, websiteFormFor, WebsiteOrderForm } from './website-form.ts';

export const FORM_KINDS = ['website', 'voice', 'dental', 'onhold'] as const;
export type FormKind = (typeof FORM_KINDS)[number];
export const FORM_NAMES: Record<FormKind, string> = {
  website: 'Website form',
  voice: 'Voice agent form',
  dental: 'Dental form',
  onhold: 'On-hold form',
};

/** The result from Mailchimp. */
export const MailchimpStatus = z.enum(['pending_confirmation', 'subscribed', 'not_configured', 'failed']);
export type MailchimpStatus = z.infer<typeof MailchimpStatus>;

/**
 * What the confirmation may promise: delivery, only contact if the form has no order number of a paid order for
 * this service, or nothing until the customer confirms a form that was sent without their link. It must not depend
 * on the email address, which would reveal to strangers whose order it is.
 */
export const FormPromise = z.enum(['delivery', 'contact', 'confirm']);
export type FormPromise = z.infer<typeof FormPromise>;

export const FormResponse = z.extend(ActionResponse, {
  /** The order number, or the number assigned to a request without an order. */
  orderNumber: z.string(),
  mailchimpStatus: MailchimpStatus,
  promises: FormPromise,
  /** The next service of the order whose form is missing. Null for others, and for anyone but its customer. */
  nextForm: z.nullable(z.enum(SERVICE_IDS)),
});
export type FormResponse = z.infer<typeof FormResponse>;

export const VerifyOrderQuery = z.object({ orderNumber: OrderNumber });
/** `exists`: the order has a received or pending payment, or needs none. */
export const VerifyOrderResponse = z.object({ exists: z.boolean(), message: z.string() });
export type VerifyOrderResponse = z.infer<typeof VerifyOrderResponse>;

/**
 * Shared by all forms, against floods. An office that shares one IP address stays below them, even with large
 * forms, but no single address can fill the disk. The spam check covers the rest.
 */
const FORM_LIMITS = [
  { name: 'forms', perMinute: 120 },
  { name: 'forms-volume', kilobytesPerHour: 16_384 },
];

export const formEndpoints = {
  'POST /api/submit-order-form': call(
    'public',
    'Sends the website form, for an order or as a custom request.',
    FormResponse,
    { limits: FORM_LIMITS, body: z.union([WebsiteOrderForm, CustomRequest]), bodyFor: websiteFormFor },
  ),
  'POST /api/submit-voice-agent-form': call('public', 'Sends the voice agent form.', FormResponse, {
    limits: FORM_LIMITS,
    body: VoiceForm,
  }),
  'POST /api/voice-agent-form-submission': call('public', 'Sends the dental form.', FormResponse, {
    limits: FORM_LIMITS,
    body: DentalForm,
  }),
  'POST /api/on-hold-audio-form': call('public', 'Sends the on-hold form.', FormResponse, {
    limits: FORM_LIMITS,
    body: OnHoldForm,
  }),
  'GET /api/json/verify-order': call(
    'public',
    'Says whether an order number exists. Wrong guesses delay the response.',
    VerifyOrderResponse,
    { limits: [{ name: 'verify-order', perMinute: 30 }], query: VerifyOrderQuery },
  ),
} satisfies EndpointTable;
