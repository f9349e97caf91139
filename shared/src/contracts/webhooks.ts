import { parseUrl } from './parse-url.ts';
import * as z from 'zod/mini';
import {
  ActionResponse,
  ById,
  NoDetails,
  RowId,
  type EndpointTable,
  act,
  success,
  call,
  seenVersion,
  shownVersion,
} from './endpoint.ts';
import { oneLine } from './texts.ts';

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
  'quote.sent': 'A quote is sent',
  'quote.accepted': 'A quote is accepted',
  'quote.declined': 'A quote is declined',
  'recurring.paid': 'A recurring charge is paid',
  'recurring.failed': 'A recurring charge fails',
  'recurring.cancel_scheduled': 'A recurring payment is canceled for the end of its period',
  'recurring.resumed': 'That cancellation is undone',
  'recurring.ended': 'A recurring payment ends',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const webhookEvents = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];

const NO_ADDRESS = 'Please enter a URL that starts with https:// and has no username, password, or #';

export const SaveWebhook = z.object({
  url: z.string(NO_ADDRESS).check(
    oneLine(),
    z.maxLength(2_000, 'Please use no more than 2,000 characters'),
    z.refine<string>((text) => {
      const url = parseUrl(text);
      return url?.protocol === 'https:' && !url.username && !url.password && !url.hash;
    }, NO_ADDRESS),
  ),
  events: z
    .array(z.enum(webhookEvents, 'There’s no such event'))
    .check(z.minLength(1, 'Please choose at least one event'), z.maxLength(webhookEvents.length)),
  isOn: z.boolean(),
});
export type SaveWebhook = z.infer<typeof SaveWebhook>;

const Webhook = z.object({
  version: shownVersion,
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  /** The first failure since the last success. */
  failingSince: z.nullable(z.string()),
  /** Whether that is more than a day ago. */
  isFailing: z.boolean(),
});
export type Webhook = z.infer<typeof Webhook>;
export const WebhooksResponse = success({ webhooks: z.array(Webhook) });

/** The only time that the secret is shown. */
export const WebhookSecretResponse = z.extend(ActionResponse, {
  id: z.int(),
  secret: z.string(),
});

const LogEntry = z.object({
  id: z.int(),
  event: z.enum([...webhookEvents, 'test']),
  orderNumber: z.nullable(z.string()),
  body: z.string(),
  status: z.enum(['waiting', 'sent', 'given-up', 'replaced', 'dropped']),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  answerStatus: z.nullable(z.int()),
  answerText: z.nullable(z.string()),
  answerMs: z.nullable(z.int()),
  createdAt: z.string(),
  triedAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
});
export type LogEntry = z.infer<typeof LogEntry>;
/** `next`: the `before` of the next page. */
export const WebhookLogResponse = success({
  entries: z.array(LogEntry),
  next: z.nullable(z.int()),
});

export const webhookEndpoints = {
  'GET /api/json/webhooks': call('manage', 'Lists webhooks.', WebhooksResponse),
  'POST /api/admin/webhooks': call(
    'manage',
    'Adds a webhook. Only this response contains its secret.',
    WebhookSecretResponse,
    { confirms: true, body: SaveWebhook },
  ),
  'POST /api/admin/webhooks/:id': act('manage', 'Changes an address, its events, or turns it on or off.', {
    confirms: true,
    params: ById,
    body: z.extend(SaveWebhook, { version: seenVersion }),
  }),
  'POST /api/admin/webhooks/:id/secret': call(
    'manage',
    'Makes a new secret. For a day, messages are signed with the old one, too.',
    WebhookSecretResponse,
    { confirms: true, params: ById, body: NoDetails },
  ),
  'POST /api/admin/webhooks/:id/test': act('manage', 'Sends a test event.', {
    params: ById,
    body: NoDetails,
  }),
  'POST /api/admin/webhooks/:id/remove': act('manage', 'Removes an address and its log.', {
    params: ById,
    body: NoDetails,
  }),
  'GET /api/json/webhooks/:id/log': call(
    'manage',
    'Lists a webhook’s messages of the last 30 days, newest first.',
    WebhookLogResponse,
    { params: ById, query: z.object({ before: z.optional(RowId) }) },
  ),
  'POST /api/admin/webhook-messages/:id/resend': act('manage', 'Sends a message again.', {
    params: ById,
    body: NoDetails,
  }),
} satisfies EndpointTable;
