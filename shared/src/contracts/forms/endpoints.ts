import * as z from 'zod/mini';
import type { EndpointTable } from '../endpoint.ts';
import { DentalForm } from './dental-form.ts';
import { IntakeQuery } from './forms.ts';
import { FormAnswer, Intake } from './form-answers.ts';
import { OnHoldForm } from './on-hold-form.ts';
import { VerifyOrderAnswer, VerifyOrderQuery } from './verify-order.ts';
import { VoiceForm } from './voice-form.ts';
import { CustomRequest, websiteFormFor, WebsiteOrderForm } from './website-form.ts';

/**
 * A limit against floods. An office that shares one IP address stays below it. The spam check covers the
 * rest.
 */
const CALLS_PER_MINUTE = 120;
/** Shared by all forms. Enough for an office with large forms, but no single address can fill the disk. */
const FORM_LIMITS = [
  { name: 'forms', perMinute: CALLS_PER_MINUTE },
  { name: 'forms-volume', kilobytesPerHour: 16_384 },
];

export const formEndpoints = {
  'POST /api/submit-order-form': {
    access: 'public',
    summary: 'Sends the website form, for an order or as a custom request.',
    limits: FORM_LIMITS,
    body: z.union([WebsiteOrderForm, CustomRequest]),
    bodyFor: websiteFormFor,
    response: FormAnswer,
  },
  'POST /api/submit-voice-agent-form': {
    access: 'public',
    summary: 'Sends the voice agent form.',
    limits: FORM_LIMITS,
    body: VoiceForm,
    response: FormAnswer,
  },
  'POST /api/voice-agent-form-submission': {
    access: 'public',
    summary: 'Sends the dental form.',
    limits: FORM_LIMITS,
    body: DentalForm,
    response: FormAnswer,
  },
  'POST /api/on-hold-audio-form': {
    access: 'public',
    summary: 'Sends the on-hold form.',
    limits: FORM_LIMITS,
    body: OnHoldForm,
    response: FormAnswer,
  },
  'GET /api/intake': {
    access: 'public',
    summary: 'Returns the details that a customer’s link fills in.',
    limits: [{ name: 'intake', perMinute: CALLS_PER_MINUTE }],
    query: IntakeQuery,
    response: Intake,
  },
  'GET /api/json/verify-order': {
    access: 'public',
    summary: 'Says whether an order number exists. Wrong guesses delay the response.',
    limits: [{ name: 'verify-order', perMinute: 30 }],
    query: VerifyOrderQuery,
    response: VerifyOrderAnswer,
  },
} satisfies EndpointTable;
