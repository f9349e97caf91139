import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { ActionResponse, type EndpointTable } from '../endpoint.ts';
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
export const FORM_LIMITS = [
  { name: 'forms', perMinute: 120 },
  { name: 'forms-volume', kilobytesPerHour: 16_384 },
];

// Written out, because the page of an order takes only names from this file: with functions, it would load zod.
export const formEndpoints = {
  'POST /api/submit-order-form': {
    access: 'public',
    summary: 'Sends the website form, for an order or as a custom request.',
    limits: FORM_LIMITS,
    body: z.union([WebsiteOrderForm, CustomRequest]),
    bodyFor: websiteFormFor,
    response: FormResponse,
  },
  'POST /api/submit-voice-agent-form': {
    access: 'public',
    summary: 'Sends the voice agent form.',
    limits: FORM_LIMITS,
    body: VoiceForm,
    response: FormResponse,
  },
  'POST /api/voice-agent-form-submission': {
    access: 'public',
    summary: 'Sends the dental form.',
    limits: FORM_LIMITS,
    body: DentalForm,
    response: FormResponse,
  },
  'POST /api/on-hold-audio-form': {
    access: 'public',
    summary: 'Sends the on-hold form.',
    limits: FORM_LIMITS,
    body: OnHoldForm,
    response: FormResponse,
  },
  'GET /api/json/verify-order': {
    access: 'public',
    summary: 'Says whether an order number exists. Wrong guesses delay the response.',
    limits: [{ name: 'verify-order', perMinute: 30 }],
    query: VerifyOrderQuery,
    response: VerifyOrderResponse,
  },
} satisfies EndpointTable;
