import * as z from 'zod/mini';
import { line } from '../texts.ts';

export {
  WEBSITE_FORM_PATH,
  VOICE_FORM_PATH,
  DENTAL_FORM_PATH,
  ON_HOLD_FORM_PATH,
  INTAKE_PATH,
} from './form-paths.ts';

export const FORM_KINDS = ['website', 'voice', 'dental', 'onhold'] as const;
export type FormKind = (typeof FORM_KINDS)[number];
export const FORM_NAMES: Record<FormKind, string> = {
  website: 'Website form',
  voice: 'Voice agent form',
  dental: 'Dental form',
  onhold: 'On-hold form',
};

/** Of an answer in several lines. A whole form must stay below the server's limit of 256 KB. */
export const MAX_ANSWER_LENGTH = 100_000;

/** What each form sends beside its answers. All of it is optional, so a call with the answers alone still works. */
export const formMeta = {
  /** Generated when the page opens: the same content with the same key is stored once. */
  submissionKey: z.optional(z.uuid('Must be a UUID')),
  /** A field that people never see; whoever fills it in is a program. */
  leaveEmpty: z.optional(z.string('Please enter text').check(z.maxLength(MAX_ANSWER_LENGTH))),
  /** Milliseconds since the form was first opened in this browser. */
  filledInMs: z.optional(z.number('Must be a number').check(z.gte(0, 'Must not be negative'))),
  /** Of the buyer's link that the form was opened with. It shows that the sender is the buyer. */
  orderKey: z.optional(line(64)),
};
export type FormMeta = {
  submissionKey?: string;
  leaveEmpty?: string;
  filledInMs?: number;
  orderKey?: string;
};

/** What Mailchimp said. */
export type MailchimpStatus = 'pending_confirmation' | 'subscribed' | 'not_configured' | 'failed';

export type FormAnswer = {
  success: true;
  message: string;
  /** The order's number, or the one assigned to a request without an order. */
  orderNumber: string;
  mailchimpStatus: MailchimpStatus;
  promises: FormPromise;
};

/**
 * What the sender may be promised: that the work is delivered, or only that we get in touch, since no paid order of this
 * service is named. It never depends on the email address, or it would tell strangers whose order it is.
 */
export type FormPromise = 'delivery' | 'contact';

/** The buyer's link to a form names the order and proves by `key` that this shop made it. */
export const IntakeQuery = z.object({
  order: line(24, 'order is missing'),
  key: line(64, 'key is missing'),
});
export type Intake = {
  orderNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  businessName: string;
};
