import * as z from 'zod/mini';
import { webhookEvents } from './webhooks.ts';

const Webhook = z.object({
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
export const WebhooksAnswer = z.object({ success: z.literal(true), webhooks: z.array(Webhook) });

/** The only time that the secret is shown. */
export const WebhookSecretAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
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
export const WebhookLogAnswer = z.object({
  success: z.literal(true),
  entries: z.array(LogEntry),
  next: z.nullable(z.int()),
});
