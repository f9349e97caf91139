import { versionOf } from '../../base/seen-version.ts';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { LogEntry, SaveWebhook, Webhook } from '@northlight/shared/contracts/webhooks.ts';
import type { MessagesContext } from '../context.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { badInput, notFound, badField } from '../../base/errors.ts';
import { isPublicAddress } from './post-webhook.ts';
import * as webhookStore from './webhook-store.ts';
import { type EndpointRow, type WebhookDelivery, secretOf } from './webhook-store.ts';
import { DAY_MS } from '../../base/units.ts';

const PAGE = 50;
const MAX_ENDPOINTS = 20;

export function outgoingWebhookRoutes(mount: Mount, context: MessagesContext): void {
  const { db, settings, now } = context;
  const endpoint = (id: number): EndpointRow => {
    const found = webhookStore.endpointById(db, id);
    if (!found) throw notFound();
    return found;
  };

  mount('GET /api/json/webhooks', () => ({
    success: true,
    webhooks: webhookStore.endpoints(db).map((row) => presentEndpoint(row, now())),
  }));

  mount('POST /api/admin/webhooks', async ({ body }) => {
    requirePublic(body);
    recordDetail({ to: body });
    const row = await inTransaction(db, () => {
      if (webhookStore.endpoints(db).length >= MAX_ENDPOINTS)
        throw badInput(`There are ${MAX_ENDPOINTS} webhooks already. Please remove one first.`);
      return webhookStore.insertEndpoint(db, body, now());
    });
    return { success: true, message: 'Webhook added', id: row.id, secret: secretOf(settings.secret, row) };
  });

  mount(
    'POST /api/admin/webhooks/:id',
    async ({ params: { id }, body: { version: _version, ...body } }) => {
      requirePublic(body);
      const { url, events, isOn } = endpoint(id);
      recordDetail({ from: { url, events, isOn }, to: body });
      await inTransaction(db, () => {
        const before = endpoint(id);
        const isOther = before.url !== body.url || (body.isOn && !before.isOn);
        webhookStore.updateEndpoint(db, id, { ...body, ...(isOther && { failingSince: null }) });
      });
      return { success: true, message: 'Webhook saved' };
    },
    ({ params: { id } }) => webhookVersion(endpoint(id)),
  );

  mount('POST /api/admin/webhooks/:id/secret', async ({ params: { id } }) => {
    recordDetail({ url: endpoint(id).url });
    const row = await inTransaction(db, () => {
      const secretVersion = endpoint(id).secretVersion + 1;
      webhookStore.updateEndpoint(db, id, { secretVersion, rotatedAt: now() });
      return endpoint(id);
    });
    return { success: true, message: 'New secret created', id, secret: secretOf(settings.secret, row) };
  });

  mount('POST /api/admin/webhooks/:id/test', async ({ params: { id } }) => {
    recordDetail({ url: endpoint(id).url });
    await inTransaction(db, () => {
      if (!endpoint(id).isOn) throw badInput('This webhook is off. Turn it on first.');
      const body = { type: 'test', timestamp: now().toISOString(), text: 'A test from your shop', data: {} };
      webhookStore.addDelivery(
        db,
        id,
        { event: 'test', eventId: `msg_${randomUUID()}`, orderNumber: null, body: JSON.stringify(body) },
        now(),
      );
    });
    return { success: true, message: 'Sending a test event' };
  });

  mount('POST /api/admin/webhooks/:id/remove', async ({ params: { id } }) => {
    recordDetail({ url: endpoint(id).url });
    await inTransaction(db, () => webhookStore.removeEndpoint(db, endpoint(id).id));
    return { success: true, message: 'Webhook removed' };
  });

  mount('GET /api/json/webhooks/:id/log', ({ params: { id }, query: { before } }) => {
    const rows = webhookStore.logOf(db, endpoint(id).id, before ?? Number.MAX_SAFE_INTEGER, PAGE + 1);
    const shown = rows.slice(0, PAGE);
    const next = rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null;
    return { success: true, entries: shown.map(presentWebhookDelivery), next };
  });

  mount('POST /api/admin/webhook-messages/:id/resend', async ({ params: { id } }) => {
    await inTransaction(db, () => {
      const message = webhookStore.deliveryById(db, id);
      if (!message) throw notFound();
      if (!endpoint(message.endpointId).isOn) throw badInput('This webhook is off. Turn it on first.');
      webhookStore.resend(db, id, now());
    });
    return { success: true, message: 'Sending it again' };
  });
}

/** Names are checked when they are connected to. */
function requirePublic({ url }: SaveWebhook): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host) || isPublicAddress(host)) return;
  throw badField('url', 'This address is in a private network. Please enter one on the internet.');
}

const webhookVersion = ({ url, events, isOn }: EndpointRow) => versionOf({ url, events, isOn });

function presentEndpoint(row: EndpointRow, now: Date): Webhook {
  const { id, url, events, isOn, failingSince } = row;
  return {
    id,
    version: webhookVersion(row),
    url,
    events,
    isOn,
    failingSince: failingSince?.toISOString() ?? null,
    isFailing: failingSince !== null && now.getTime() - failingSince.getTime() >= DAY_MS,
  };
}

function presentWebhookDelivery(row: WebhookDelivery): LogEntry {
  const { endpointId: _endpoint, eventId: _event, createdAt, triedAt, nextAttemptAt, ...entry } = row;
  return {
    ...entry,
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    nextAttemptAt: entry.status === 'waiting' ? nextAttemptAt.toISOString() : null,
  };
}
