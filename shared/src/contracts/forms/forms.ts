import * as z from 'zod/mini';
import { line } from '../texts.ts';

export const FORM_KINDS = ['website', 'voice', 'dental', 'onhold'] as const;
export type FormKind = (typeof FORM_KINDS)[number];
export const FORM_NAMES: Record<FormKind, string> = {
  website: 'Website form',
  voice: 'Voice agent form',
  dental: 'Dental form',
  onhold: 'On-hold form',
};

/** Of an answer in several lines. A whole form must stay below the server's limit of 256 KB. */
export const LONGEST_ANSWER = 100_000;

/** What each form sends beside its answers. All of it is optional, so a call with the answers alone still works. */
export const formMeta = {
  /** Generated when the page opens: the same content with the same key is stored once. */
  submissionKey: z.optional(z.uuid('Must be a UUID')),
  /** A field that people never see; whoever fills it in is a program. */
  leaveEmpty: z.optional(z.string('Please enter text').check(z.maxLength(LONGEST_ANSWER))),
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
export const MailchimpStatus = z.enum(['pending_confirmation', 'subscribed', 'not_configured', 'failed']);
export type MailchimpStatus = z.infer<typeof MailchimpStatus>;

/**
 * What the sender may be promised: that the work is delivered, or only that we get in touch, since no paid order of this
 * service is named. It never depends on the email address, or it would tell strangers whose order it is.
 */
export const FormPromise = z.enum(['delivery', 'contact']);
export type FormPromise = z.infer<typeof FormPromise>;

export const FormAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The order's number, or the one assigned to a request without an order. */
  orderNumber: z.string(),
  mailchimpStatus: MailchimpStatus,
  promises: FormPromise,
});
export type FormAnswer = z.infer<typeof FormAnswer>;

/** The buyer's link to a form names the order and proves by `key` that this shop made it. */
export const IntakeQuery = z.object({
  order: line(24, 'order is missing'),
  key: line(64, 'key is missing'),
});
export const Intake = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  businessName: z.string(),
});
export type Intake = z.infer<typeof Intake>;
