import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../seed/seeded-random.ts';

type WebhookEvent = { id: string };
type Sign = (body: string) => Record<string, string>;
type Delivery = { eventId: string; status: number | 'no answer' };

/** Sends events as providers do: late, twice, in any order, and until the shop answers with 2xx. */
export function createWebhooks<Event extends WebhookEvent>(
  url: string | undefined,
  sign: Sign,
  textOf: (event: Event) => string = JSON.stringify,
) {
  const settings = {
    /** Without a URL, nothing is sent. */
    url,
    delayMs: 0,
    /** Up to this much is added to each delay, so that events overtake each other. */
    jitterMs: 0,
    /** How often each event is sent, not counting retries. */
    copies: 1,
    attempts: 6,
    /** The delay before the first retry. It doubles with each retry. */
    retryMs: 50,
  };
  let random = seededRandom(1);
  const end = new AbortController();
  const events: Event[] = [];
  const deliveries: Delivery[] = [];
  const underWay = new Set<Promise<void>>();
  let held: Event[] | undefined;

  async function post(event: Event): Promise<Delivery> {
    const body = textOf(event);
    const headers = { 'content-type': 'application/json', ...sign(body) };
    const delivery: Delivery = { eventId: event.id, status: 'no answer' };
    try {
      const response = await fetch(settings.url ?? '', { method: 'POST', headers, body, signal: end.signal });
      await response.arrayBuffer();
      delivery.status = response.status;
    } catch {
      // The shop is down. A provider treats this like a rejection.
    }
    deliveries.push(delivery);
    return delivery;
  }

  async function keepPosting(event: Event): Promise<void> {
    await pause(settings.delayMs + random() * settings.jitterMs);
    for (let attempt = 0; attempt < settings.attempts && !end.signal.aborted; attempt += 1) {
      if (attempt > 0) await pause(settings.retryMs * 2 ** (attempt - 1));
      if (!settings.url) return;
      const { status } = await post(event);
      if (status !== 'no answer' && status >= 200 && status < 300) return;
    }
  }

  function send(event: Event): void {
    if (!settings.url) return;
    for (let copy = 0; copy < settings.copies; copy += 1) {
      const sending = keepPosting(event)
        .catch(() => {})
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }

  const pause = (ms: number) => (ms > 0 ? delay(ms, undefined, { signal: end.signal }) : undefined);

  return {
    settings,
    /** Every event so far in order, sent or not. */
    events,
    /** Every attempt to deliver an event. */
    deliveries,
    /** The same seed causes the same delays. */
    seed: (seed: number): void => {
      random = seededRandom(seed);
    },
    happened: (event: Event): void => {
      events.push(event);
      if (held) held.push(event);
      else send(event);
    },
    /** Holds back events until `release`. */
    hold: (): void => {
      held ??= [];
    },
    release: (inOrder: (events: Event[]) => Event[] = (events) => events): void => {
      const kept = held ?? [];
      held = undefined;
      for (const event of inOrder(kept)) send(event);
    },
    /** Resolves when every event has been delivered or given up. */
    idle: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: async (): Promise<void> => {
      end.abort();
      await Promise.all(underWay);
    },
  };
}
