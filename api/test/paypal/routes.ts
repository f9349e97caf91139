import { randomBytes } from 'node:crypto';
import type { WireAnswer, WireCall } from '../provider/fake-provider.ts';
import { breaking } from '../provider/faults.ts';
import type { FakeOrder, PaypalRecords, PaypalRefundStatus } from './records.ts';
import { capture, createOrder, refundCapture, type OrderWish, type RefundWish } from './orders.ts';
import { presentCapture, presentOrder, presentRefund, presentWebhook } from './present.ts';
import { FAKE_CERTIFICATE } from './certificate.ts';
import { CERTIFICATE_PATH } from './signatures.ts';
import { answerWebhooks, WEBHOOKS, type FakePaypalWebhook } from './webhooks.ts';
import { approvalPage } from './approval-page.ts';
import { answerRecurring } from './subscription-routes.ts';
import { answerOf, broken, fault, faultAnswer, PaypalFault } from './http.ts';

export type Render = (status: number) => WireAnswer;

export type PaypalDeps = {
  records: PaypalRecords;
  clientId: string;
  clientSecret: string;
  tokens: Set<string>;
  /** The objects created for each PayPal-Request-Id. */
  made: Map<string, { render: Render; body: string }>;
  settings: {
    /** The first status of new refunds. */
    refundStatus: PaypalRefundStatus;
    /** PayPal does not document whether a refusal is repeated for a request ID. This assumes that it is. */
    remembersRefusals: boolean;
    /** Whether an order that was refused with INSTRUMENT_DECLINED stays APPROVED. */
    leavesRefusedApproved: boolean;
    /** How many lists of transactions do not show a new one yet. */
    unlistedReads: number;
    /** Whether the app may read disputes. */
    showsDisputes: boolean;
    /** The app's webhook. */
    webhook: FakePaypalWebhook;
    /** Its other webhooks. */
    webhooks: FakePaypalWebhook[];
    /** The calls that the app may not make. */
    forbidden: RegExp | null;
  };
};

const ORDER = /^\/v2\/checkout\/orders\/(?<id>\w+)(?:\/capture)?$/;
const CAPTURE = /^\/v2\/payments\/captures\/(?<id>\w+)(?:\/refund)?$/;
const REFUND = /^\/v2\/payments\/refunds\/(?<id>\w+)$/;
const NINE_HOURS_S = 32_400;

export function answerAsPaypal(deps: PaypalDeps, call: WireCall): WireAnswer {
  const { method, path, headers, body, fault } = call;
  if (path === '/checkoutnow' || path === '/webapps/billing/subscriptions')
    return approvalPage(deps.records, call);
  return breaking(
    fault,
    () => {
      if (path.startsWith('/v1/notifications/certs/')) return certificateAt(path);
      if (path === '/v1/oauth2/token') return token(deps, headers.authorization ?? '', body);
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      if (!deps.tokens.has(bearer)) return faultAnswer(401);
      return answerOf(() => answerShop(deps, `${method} ${path}`, call));
    },
    broken,
  );
}

/** Needs no authentication. */
const certificateAt = (path: string): WireAnswer =>
  path === CERTIFICATE_PATH
    ? { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: FAKE_CERTIFICATE }
    : faultAnswer(404, 'INVALID_RESOURCE_ID');

function token(
  { clientId, clientSecret, tokens }: PaypalDeps,
  authorization: string,
  body: string,
): WireAnswer {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  if (authorization !== `Basic ${basic}` || body !== 'grant_type=client_credentials')
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    };
  const access_token = `A21AA${randomBytes(24).toString('base64url')}`;
  tokens.add(access_token);
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: NINE_HOURS_S } };
}

function answerShop(deps: PaypalDeps, name: string, call: WireCall): WireAnswer {
  const { path, headers, body } = call;
  const { records, settings } = deps;
  const sent = body ? (JSON.parse(body) as OrderWish & RefundWish & Record<string, unknown>) : {};
  const id = (ORDER.exec(path) ?? CAPTURE.exec(path) ?? REFUND.exec(path))?.groups?.['id'] ?? '';
  const isBrief = headers['prefer'] !== 'return=representation';
  const showing = (order: FakeOrder) => (status: number) => shown(deps, order, status, isBrief);
  if (settings.forbidden?.test(name)) throw fault(403);
  switch (name) {
    case `GET /v1/notifications/webhooks/${settings.webhook.id}`:
      return { status: 200, body: presentWebhook(records, settings.webhook) };
    case `GET /v2/checkout/orders/${id}`:
      return shown(deps, orderNamed(records, id), 200, false);
    case `GET /v2/payments/captures/${id}`: {
      const taken = records.captures.get(id);
      if (!taken) throw fault(404, 'INVALID_RESOURCE_ID');
      return { status: 200, body: presentCapture(records, taken) };
    }
    case `GET /v2/payments/refunds/${id}`: {
      const made = records.refunds.get(id);
      if (!made) throw fault(404, 'INVALID_RESOURCE_ID');
      return { status: 200, body: presentRefund(records, made) };
    }
    case 'POST /v2/checkout/orders':
      // PayPal documents this for orders that name their payment source.
      if (sent.payment_source && !headers['paypal-request-id'])
        throw fault(400, 'PAYPAL_REQUEST_ID_REQUIRED');
      return once(deps, call, () => showing(createOrder(records, sent)));
    case `POST /v2/checkout/orders/${id}/capture`:
      return once(deps, call, () => {
        const order = orderNamed(records, id);
        capture(records, order, deps.settings.leavesRefusedApproved);
        return showing(order);
      });
    case `POST /v2/payments/captures/${id}/refund`:
      return once(deps, call, () => {
        const refund = refundCapture(records, id, sent, settings.refundStatus);
        return (status) => ({ status, body: presentRefund(records, refund) });
      });
    default:
      if (path.startsWith(WEBHOOKS)) return answerWebhooks(deps, call);
      return answerRecurring(deps, call, (work) => once(deps, call, work));
  }
}

/** Repeats of a PayPal-Request-Id get the latest state of the object that was created for it. */
function once(
  { made, settings, records }: PaypalDeps,
  { headers, body }: WireCall,
  work: () => Render,
): WireAnswer {
  const requestId = headers['paypal-request-id'];
  if (typeof requestId !== 'string') return work()(201);
  const again = made.get(requestId);
  const isOther = again && records.unkind.has('compares repeated requests') && again.body !== body;
  if (isOther) throw fault(422, 'DUPLICATE_REQUEST_ID');
  if (again) return again.render(200);
  try {
    const render = work();
    made.set(requestId, { render, body });
    return render(201);
  } catch (error) {
    if (error instanceof PaypalFault && settings.remembersRefusals)
      made.set(requestId, { render: () => error.answer, body });
    throw error;
  }
}

function shown({ records }: PaypalDeps, order: FakeOrder, status: number, isBrief: boolean): WireAnswer {
  const full = presentOrder(records, order);
  return {
    status,
    body: isBrief && status === 201 ? { id: full.id, status: full.status, links: full.links } : full,
  };
}

function orderNamed({ orders, isMissing }: PaypalRecords, id: string): FakeOrder {
  const order = orders.get(id);
  if (!order || isMissing(id)) throw fault(404, 'INVALID_RESOURCE_ID');
  return order;
}
