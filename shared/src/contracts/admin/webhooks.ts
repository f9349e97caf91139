import * as z from 'zod/mini';

/** What other systems can be told, and how the settings name it. */
export const WEBHOOK_EVENTS = {
  'order.placed': 'An order comes in',
  'payment.received': 'A payment is received',
  'payment.failed': 'A bank payment fails',
  'refund.created': 'A refund is made',
  'form.received': 'A form comes in',
  'form.corrected': 'A form is corrected',
  'delivery.created': 'A version is delivered',
  'delivery.approved': 'A version is approved',
  'delivery.change_requested': 'A change is requested',
  'website.live': 'A website goes live',
  'recurring.paid': 'A recurring charge is paid',
  'recurring.failed': 'A recurring charge fails',
  'recurring.ended': 'A recurring payment ends',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const webhookEvents = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];

const NO_ADDRESS = 'Please enter a URL that starts with https:// and has no username, password, or #';

export const SaveWebhook = z.object({
  url: z.string(NO_ADDRESS).check(
    z.trim(),
    z.maxLength(2_000, 'Please use no more than 2,000 characters'),
    z.refine<string>((text) => {
      const url = URL.parse(text);
      return url?.protocol === 'https:' && !url.username && !url.password && !url.hash;
    }, NO_ADDRESS),
  ),
  events: z
    .array(z.enum(webhookEvents, 'There’s no such event'))
    .check(z.minLength(1, 'Please choose at least one event'), z.maxLength(webhookEvents.length)),
  isOn: z.boolean(),
});
export type SaveWebhook = z.infer<typeof SaveWebhook>;
