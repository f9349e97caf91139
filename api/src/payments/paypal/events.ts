import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { BadSignature, type ProviderEvent } from '../provider.ts';
import { PaypalRefusal, type PaypalClient } from './client.ts';

const Verdict = z.object({ verification_status: z.string() });
const Related = z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) });
const Capture = z.object({ supplementary_data: z.optional(Related) });
const Event = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.looseObject({
    id: z.optional(z.string()),
    custom_id: z.optional(z.string()),
    supplementary_data: z.optional(Related),
    links: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
    purchase_units: z.optional(z.array(z.object({ custom_id: z.optional(z.string()) }))),
  }),
});

const APPROVED = 'CHECKOUT.ORDER.APPROVED';

/** PayPal itself checks the signature; its certificate must lie at PayPal's. */
export async function parsePaypalEvent(
  client: PaypalClient,
  webhookId: string,
  rawBody: string,
  headers: IncomingHttpHeaders,
): Promise<ProviderEvent> {
  const signed = {
    auth_algo: one(headers['paypal-auth-algo']),
    cert_url: one(headers['paypal-cert-url']),
    transmission_id: one(headers['paypal-transmission-id']),
    transmission_sig: one(headers['paypal-transmission-sig']),
    transmission_time: one(headers['paypal-transmission-time']),
  };
  if (Object.values(signed).some((value) => !value) || !isPaypals(signed.cert_url)) {
    throw new BadSignature('PayPal did not sign this.');
  }
  const { success, data: event } = Event.safeParse(readJson(rawBody));
  if (!success) throw new BadSignature('This is no event of PayPal’s.');
  const verdict = Verdict.parse(
    await client.execute({
      path: '/v1/notifications/verify-webhook-signature',
      verb: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // As it came: PayPal signs the bytes.
      body: { ...signed, webhook_id: webhookId, webhook_event: JSON.parse(rawBody) },
    }),
  );
  if (verdict.verification_status !== 'SUCCESS') throw new BadSignature('PayPal did not sign this.');
  return describe(client, event);
}

async function describe(
  client: PaypalClient,
  { id, event_type: type, resource }: z.infer<typeof Event>,
): Promise<ProviderEvent> {
  const { links = [], supplementary_data } = resource;
  const isOrder = type.startsWith('CHECKOUT.ORDER.');
  const captureId = CAPTURE_LINK.exec(links.find(({ rel }) => rel === 'up')?.href ?? '')?.[1];
  const orderId = isOrder ? resource.id : supplementary_data?.related_ids?.order_id;
  return {
    id,
    type,
    providerPaymentId: orderId ?? (captureId ? await orderOf(client, captureId) : null),
    // A refund's custom_id is the refund's key.
    attemptKey: captureId ? null : (resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? null),
    isApproval: type === APPROVED,
  };
}

const CAPTURE_LINK = /\/v2\/payments\/captures\/(\w+)$/;

/** Events of refunds name their capture alone. */
async function orderOf(client: PaypalClient, captureId: string): Promise<string | null> {
  const path = `/v2/payments/captures/${captureId}`;
  const headers = { 'Content-Type': 'application/json' };
  try {
    const capture = Capture.parse(await client.execute({ path, verb: 'GET', headers, body: null }));
    return capture.supplementary_data?.related_ids?.order_id ?? null;
  } catch (error) {
    if (error instanceof PaypalRefusal && error.status === 404) return null;
    throw error;
  }
}

const one = (value: string | string[] | undefined): string => String(value ?? '');

/** Read as an address, never matched as text. */
function isPaypals(certUrl: string): boolean {
  try {
    const { protocol, hostname } = new URL(certUrl);
    return protocol === 'https:' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'));
  } catch {
    return false;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
