import * as z from 'zod/mini';

/** The result from Mailchimp. */
export const MailchimpStatus = z.enum(['pending_confirmation', 'subscribed', 'not_configured', 'failed']);
export type MailchimpStatus = z.infer<typeof MailchimpStatus>;

/**
 * What the confirmation may promise: delivery, only contact if the form has no order number of a paid order for this
 * service, or nothing until the customer confirms a form that was sent without their link. It must not depend on the email address, which would reveal to strangers whose
 * order it is.
 */
export const FormPromise = z.enum(['delivery', 'contact', 'confirm']);
export type FormPromise = z.infer<typeof FormPromise>;

export const FormAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The order number, or the number assigned to a request without an order. */
  orderNumber: z.string(),
  mailchimpStatus: MailchimpStatus,
  promises: FormPromise,
});
export type FormAnswer = z.infer<typeof FormAnswer>;

/** The details that the customer's link fills in. */
export const Intake = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  businessName: z.string(),
});
export type Intake = z.infer<typeof Intake>;
