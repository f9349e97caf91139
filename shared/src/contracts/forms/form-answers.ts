import * as z from 'zod/mini';

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

/** What the buyer's link fills in. */
export const Intake = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  businessName: z.string(),
});
export type Intake = z.infer<typeof Intake>;
