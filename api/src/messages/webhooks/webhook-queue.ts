import type { MessagesContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';
import { createOutboxQueue, type OutboxQueue } from '../outbox/outbox-queue.ts';
import { AddressRefused, postWebhook, publicInternet, type Answer, type Dial } from './post-webhook.ts';
import * as webhookStore from './webhook-store.ts';
import { type EndpointRow, type WebhookDelivery, secretsOf } from './webhook-store.ts';
import { DAY_MS } from '../../base/units.ts';

/** Longer than the limits of a call. */
const TURN_MS = 15_000;

type Context = Pick<MessagesContext, 'db' | 'settings' | 'now' | 'log'>;

/**
 * Sends what is stored for other systems. Retries for a day, with growing waits. Each endpoint has a queue of its own,
 * so that none holds up another, whatever it answers.
 */
export function createWebhookQueue(context: Context, dial: Dial = publicInternet): OutboxQueue {
  const { db } = context;
  const queues = new Map<number, OutboxQueue>();
  const queueOf = (id: number): OutboxQueue => {
    const known = queues.get(id);
    if (known) return known;
    const deliver = async (message: WebhookDelivery) => {
      const endpoint = webhookStore.endpointById(db, id);
      if (!endpoint?.isOn) return 'dropped';
      await send(context, dial, endpoint, message);
      return null;
    };
    const queue = createOutboxQueue(`webhook ${id}`, webhookStore.queueOf(db, id), context, deliver, TURN_MS);
    queues.set(id, queue);
    return queue;
  };
  const all = () => webhookStore.endpoints(db).map(({ id }) => queueOf(id));
  return {
    wake: () => {
      for (const queue of all()) queue.wake();
    },
    drain: async () => void (await Promise.all(all().map((queue) => queue.drain()))),
    stop: async () => void (await Promise.all([...queues.values()].map((queue) => queue.stop()))),
  };
}

async function send(
  { db, settings, now }: Context,
  dial: Dial,
  endpoint: EndpointRow,
  message: WebhookDelivery,
): Promise<void> {
  const headers = await signed(secretsOf(settings.secret, endpoint, now()), message, now());
  const startedAt = performance.now();
  const answer = await postWebhook(endpoint.url, headers, message.body, dial).catch(
    (error: unknown) => error,
  );
  const isAnswer = answer !== null && typeof answer === 'object' && 'status' in answer;
  const { status: answerStatus, text: answerText } = isAnswer
    ? (answer as Answer)
    : { status: null, text: null };
  const isAccepted = answerStatus !== null && answerStatus >= 200 && answerStatus < 300;
  const answerMs = Math.round(performance.now() - startedAt);
  await inTransaction(db, () => {
    webhookStore.recordTry(db, message, { isAccepted, answerStatus, answerText, answerMs }, now());
    // By the standard, the receiver wants no more.
    if (answerStatus === 410) webhookStore.updateEndpoint(db, endpoint.id, { isOn: false });
  });
  if (isAccepted) return;
  const isTooOld = now().getTime() - message.createdAt.getTime() >= DAY_MS && message.attempts > 1;
  const isFinal = answerStatus === 410 || answer instanceof AddressRefused || isTooOld;
  throw new DeliveryError(
    isAnswer ? wordsOf(answer as Answer) : failureOf(answer),
    isFinal ? 'final' : 'later',
  );
}

async function signed(
  secrets: string[],
  { eventId, body }: WebhookDelivery,
  now: Date,
): Promise<Record<string, string>> {
  // Loaded on first use, to keep the start fast.
  const { Webhook } = await import('standardwebhooks');
  return {
    'content-type': 'application/json',
    'user-agent': 'Northlight',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, now, body)).join(' '),
  };
}

function wordsOf({ status, location }: Answer): string {
  if (status === 410) return 'The address responded with 410 (Gone), so this webhook was turned off.';
  if (status >= 300 && status < 400)
    return `The address redirects to ${URL.parse(location ?? '')?.host ?? 'another address'}. Enter that address instead.`;
  return `The address responded with status ${status}.`;
}

const FAILURES: Record<string, string> = {
  ECONNREFUSED: 'Nothing is responding at this address.',
  ENOTFOUND: 'There’s no such address.',
  EAI_AGAIN: 'The address couldn’t be looked up.',
  ECONNRESET: 'The connection was closed without a response.',
  ABORT_ERR: 'No response within 10 seconds.',
};

function failureOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Certificates that don't fit have many codes.
  return FAILURES[code] ?? `The connection failed${code && ` (${code})`}.`;
}
