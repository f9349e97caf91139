import { randomBytes } from 'node:crypto';
import type { WireAnswer, WireCall } from '../provider/fake-provider.ts';
import { fault } from './http.ts';
import { presentWebhook } from './present.ts';
import type { PaypalDeps } from './routes.ts';

export const WEBHOOKS = '/v1/notifications/webhooks';
/** Of each app. */
const MOST_WEBHOOKS = 10;

export type FakePaypalWebhook = { id: string; url: string; events: readonly string[] };

/** The webhooks of the app besides the first one, as PayPal's description has them. */
export function answerWebhooks({ settings, records }: PaypalDeps, call: WireCall): WireAnswer {
  const { method, path, body } = call;
  const all = [settings.webhook, ...settings.webhooks];
  const sent = body ? JSON.parse(body) : {};
  if (path === WEBHOOKS && method === 'GET')
    return { status: 200, body: { webhooks: all.map((one) => presentWebhook(records, one)) } };
  if (path === WEBHOOKS && method === 'POST') {
    const { url, event_types: events = [] } = sent;
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw fault(400, 'VALIDATION_ERROR');
    if (all.some((one) => one.url === url)) throw fault(400, 'WEBHOOK_URL_ALREADY_EXISTS');
    if (all.length >= MOST_WEBHOOKS) throw fault(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED');
    if (events.length === 0) throw fault(400, 'VALIDATION_ERROR');
    const made = { id: randomBytes(9).toString('hex').toUpperCase(), url, events: namesIn(events) };
    settings.webhooks.push(made);
    return { status: 201, body: presentWebhook(records, made) };
  }
  const found = all.find(({ id }) => path === `${WEBHOOKS}/${id}`);
  if (!found) throw fault(404, 'INVALID_RESOURCE_ID');
  if (method === 'PATCH') {
    const [{ op, path: field, value }] = sent;
    if (op !== 'replace' || field !== '/event_types') throw fault(400, 'VALIDATION_ERROR');
    found.events = namesIn(value);
  }
  return { status: 200, body: presentWebhook(records, found) };
}

const namesIn = (events: { name: string }[]) => events.map(({ name }) => name);
