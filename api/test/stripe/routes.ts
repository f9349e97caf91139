import { html, seeOther, type WireAnswer, type WireCall } from '../provider/fake-provider.ts';
import type { FakeIntent, FakeRefund, StripeRecords } from './records.ts';
import { answerEndpoints, type FakeWebhookEndpoint } from './webhook-endpoints.ts';
import { authenticate, cancelIntent, confirmIntent, createIntent, updateIntent } from './intents.ts';
import { createRefund } from './refunds.ts';
import { TEST_METHODS } from './payment-methods.ts';
import type { createStripeReplays } from './idempotency.ts';
import { answerBilling } from './billing-routes.ts';
import {
  answerOf,
  faultAnswer,
  formOf,
  invalid,
  listIn,
  missing,
  notPermitted,
  onlyKnown,
  type StripeForm,
} from './http.ts';

export type StripeDeps = {
  records: StripeRecords;
  replays: ReturnType<typeof createStripeReplays>;
  secretKey: string;
  publishableKey: string;
  /** The first status of new refunds. */
  state: {
    refundStatus: FakeRefund['status'];
    /** The endpoints of the account, oldest first. */
    webhookEndpoints: FakeWebhookEndpoint[];
    /** By the ID of the endpoint. Only the answer to its creation has it. */
    endpointSecrets: Map<string, string>;
    account: { id: string; object: 'account'; [field: string]: unknown };
    /** The calls that a restricted key may not make. */
    forbidden: RegExp | null;
  };
  base: () => string;
  script: () => string;
};

const INTENT = /^\/v1\/payment_intents\/(?<id>pi_\w+)(?:\/(?<verb>confirm|cancel|authenticate))?$/;
const BANK = /^\/bank\/(?<id>pi_\w+)$/;

export function answerAsStripe(deps: StripeDeps, call: WireCall): WireAnswer {
  if (call.path === '/stripe.js')
    return { status: 200, headers: { 'content-type': 'text/javascript' }, body: deps.script() };
  const form = formOf(call);
  const bank = BANK.exec(call.path)?.groups;
  if (bank) return bankPage(deps, call, form, deps.records.intent(bank['id'] ?? ''));
  const key = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? form.get('key') ?? '';
  form.delete('key');
  if (key === deps.publishableKey) return answerOf(() => asBuyer(deps, call, form));
  if (key !== deps.secretKey)
    return faultAnswer(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
    });
  return deps.replays.once(call, () => answerOf(() => asShop(deps, call, form)));
}

function asShop({ records, state }: StripeDeps, call: WireCall, form: StripeForm): object {
  const { method, path } = call;
  if (state.forbidden?.test(`${method} ${path}`)) throw notPermitted();
  const endpoints = answerEndpoints(state, call, form);
  if (endpoints) return endpoints;
  if (method === 'GET' && path === '/v1/account') return state.account;
  if (method === 'POST' && path === '/v1/payment_intents') return createIntent(records, form);
  if (method === 'POST' && path === '/v1/refunds') return createRefund(records, form, state.refundStatus);
  if (method === 'GET' && path === '/v1/disputes') {
    onlyKnown(form, ['charge', 'payment_intent', 'limit', 'starting_after', 'ending_before', 'expand']);
    const data = [...records.disputes.values()]
      .filter((dispute) => dispute.payment_intent === form.get('payment_intent'))
      .toReversed();
    return { object: 'list', url: path, has_more: false, data };
  }
  const { id = '', verb } = INTENT.exec(path)?.groups ?? {};
  if (!id) return answerBilling(records, call, form);
  const intent = records.intents.get(id);
  if (!intent) throw missingIntent(id);
  if (method === 'GET' && !verb) {
    onlyKnown(form, ['client_secret', 'expand']);
    return records.present(intent, listIn(form, 'expand'));
  }
  if (method === 'POST' && !verb) return updateIntent(records.intent(id), form);
  if (method === 'POST' && verb === 'confirm') {
    onlyKnown(form, ['payment_method', 'return_url', 'expand']);
    const means = TEST_METHODS[form.get('payment_method') ?? ''];
    if (!means) throw invalid('No such PaymentMethod', { code: 'resource_missing', param: 'payment_method' });
    const returnUrl = form.get('return_url') ?? '';
    return confirmIntent(records, records.intent(id), { means, returnUrl, bankPage: '' });
  }
  if (method === 'POST' && verb === 'cancel') {
    onlyKnown(form, ['cancellation_reason', 'expand']);
    const wish = form.get('cancellation_reason');
    const reason = CANCELLATION_REASONS.find((one) => one === wish);
    if (wish !== undefined && !reason)
      throw invalid(`Invalid cancellation_reason: must be one of ${CANCELLATION_REASONS.join(', ')}`);
    return cancelIntent(records, intent, reason);
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}

const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;

/** Anyone with the client secret can look up and pay an intent. */
function asBuyer({ records, base }: StripeDeps, { method, path }: WireCall, form: StripeForm): object {
  const { id = '', verb } = INTENT.exec(path)?.groups ?? {};
  const intent = records.intents.get(id);
  if (!intent || intent.client_secret !== form.get('client_secret')) throw missingIntent(id);
  if (method === 'GET' && !verb) return seenByBuyer(intent);
  if (method !== 'POST' || verb === 'cancel' || !verb)
    throw invalid('This API call cannot be made with a publishable API key.', {}, 401);
  if (verb === 'authenticate')
    return seenByBuyer(authenticate(records, intent, form.get('is_agreed') === 'true'));
  const means = form.get('payment_method_data[card][number]') ?? form.get('payment_method_data[type]') ?? '';
  const returnUrl = form.get('return_url') ?? '';
  return seenByBuyer(confirmIntent(records, intent, { means, returnUrl, bankPage: `${base()}/bank` }));
}

/** A publishable key shows fewer fields. */
function seenByBuyer(intent: FakeIntent): object {
  return { ...intent, amount_received: undefined, latest_charge: undefined, metadata: undefined };
}

/** The page where a bank asks its customer, and then sends the browser back. */
function bankPage(
  { records }: StripeDeps,
  { method, query }: WireCall,
  form: StripeForm,
  intent: FakeIntent,
) {
  if ((query.get('client_secret') ?? form.get('client_secret')) !== intent.client_secret)
    return html(404, '<h1>Not found</h1>');
  const { next_action: action } = intent;
  if (method === 'GET')
    return html(
      200,
      `<title>Bank</title><h1>Pay with your bank</h1><form method="post">
        <input type="hidden" name="client_secret" value="${intent.client_secret}">
        <button name="is_agreed" value="true">Authorize the payment</button>
        <button name="is_agreed" value="false">Fail the payment</button></form>`,
    );
  if (action?.type !== 'redirect_to_url') return html(409, '<h1>This payment is over</h1>');
  const isAgreed = form.get('is_agreed') === 'true';
  authenticate(records, intent, isAgreed);
  const back = new URL(action.redirect_to_url?.return_url ?? '');
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  back.searchParams.set('redirect_status', isAgreed ? 'succeeded' : 'failed');
  return seeOther(back.href);
}

const missingIntent = (id: string) => missing('payment_intent', id, 'intent');
