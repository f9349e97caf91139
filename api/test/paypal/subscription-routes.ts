import type { WireAnswer, WireCall } from '../provider/fake-provider.ts';
import { fault } from './http.ts';
import {
  presentDispute,
  presentPlan,
  presentSubscription,
  presentTransaction,
} from './present-subscription.ts';
import type { FakeCapture, FakePaypalRefund, FakeSubscription, PaypalRecords } from './records.ts';
import type { PaypalDeps, Render } from './routes.ts';
import { revise } from './revisions.ts';
import { act, createPlan, createProduct, createSubscription, patch, type Action } from './subscriptions.ts';
import { takeFee } from './subscription-billing.ts';

const SUBSCRIPTION = /^\/v1\/billing\/subscriptions\/(?<id>[\w-]+)(?:\/(?<action>\w+))?$/;
const DISPUTE = /^\/v1\/customer\/disputes\/(?<id>[\w-]+)$/;
const PAGE_SIZE = 10;

type Once = (work: () => Render) => WireAnswer;

/** Products, plans, subscriptions and disputes. */
export function answerRecurring(deps: PaypalDeps, call: WireCall, once: Once): WireAnswer {
  const { records } = deps;
  const sent = call.body ? JSON.parse(call.body) : {};
  const { id = '', action = '' } = SUBSCRIPTION.exec(call.path)?.groups ?? {};
  const disputeId = DISPUTE.exec(call.path)?.groups?.['id'] ?? '';
  switch (`${call.method} ${call.path}`) {
    case 'POST /v1/catalogs/products':
      return once(() => {
        const product = createProduct(records, sent);
        return (status) => ({ status, body: { id: product, name: sent.name, type: sent.type, links: [] } });
      });
    case 'GET /v1/billing/plans':
      return listPlans(records, call.query);
    case 'POST /v1/billing/plans':
      return once(() => {
        const plan = createPlan(records, sent);
        return (status) => ({ status, body: presentPlan(records, plan) });
      });
    case 'POST /v1/billing/subscriptions':
      return once(() => {
        const made = createSubscription(records, sent);
        return (status) => ({ status, body: presentSubscription(records, made) });
      });
    case `GET /v1/billing/subscriptions/${id}`: {
      const fields = call.query.get('fields')?.split(',');
      return { status: 200, body: presentSubscription(records, named(records, id), fields) };
    }
    case `PATCH /v1/billing/subscriptions/${id}`:
      patch(records, named(records, id), sent);
      return NO_CONTENT;
    case `POST /v1/billing/subscriptions/${id}/activate`:
    case `POST /v1/billing/subscriptions/${id}/suspend`:
    case `POST /v1/billing/subscriptions/${id}/cancel`:
      act(records, named(records, id), action as Action, sent);
      return NO_CONTENT;
    case `POST /v1/billing/subscriptions/${id}/revise`:
      return { status: 200, body: revise(records, named(records, id), sent) };
    case `GET /v1/billing/subscriptions/${id}/transactions`:
      return listTransactions(deps, named(records, id), call.query);
    case 'GET /v1/customer/disputes':
      return listDisputes(deps, call.query);
    case `GET /v1/customer/disputes/${disputeId}`: {
      const dispute = records.disputes.get(disputeId);
      if (!dispute) throw fault(404, 'INVALID_RESOURCE_ID');
      return { status: 200, body: presentDispute(records, dispute, true) };
    }
    default:
      throw fault(404);
  }
}

const NO_CONTENT: WireAnswer = { status: 204, body: '' };

function named({ subscriptions, isMissing }: PaypalRecords, id: string): FakeSubscription {
  const found = subscriptions.get(id);
  if (!found || isMissing(id)) throw fault(404, 'INVALID_RESOURCE_ID');
  return found;
}

function listPlans(records: PaypalRecords, query: URLSearchParams): WireAnswer {
  const { products, plans } = records;
  const product = query.get('product_id') ?? '';
  const size = Number(query.get('page_size') ?? PAGE_SIZE);
  if (!products.has(product)) throw fault(404, 'INVALID_RESOURCE_ID');
  if (size < 1 || size > 20) throw fault(400, 'INVALID_PARAMETER_VALUE');
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  const found = [...plans.values()].filter(({ product_id }) => product_id === product);
  const page = found.slice(from, from + size).map((plan) => presentPlan(records, plan));
  return { status: 200, body: { plans: page, links: [] } };
}

function listTransactions(
  { records, settings }: PaypalDeps,
  subscription: FakeSubscription,
  query: URLSearchParams,
): WireAnswer {
  const { id } = subscription;
  const [from, to] = [query.get('start_time'), query.get('end_time')];
  if (!from || !to) throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if (!(Date.parse(from) < Date.parse(to))) throw fault(400, 'INVALID_PARAMETER_VALUE');
  const isHidden = settings.unlistedReads > 0;
  if (isHidden) settings.unlistedReads -= 1;
  const found = records
    .capturesOf(id)
    .filter(
      ({ create_time: time }) =>
        !isHidden && Date.parse(from) <= Date.parse(time) && Date.parse(time) <= Date.parse(to),
    );
  const refunds = records.unkind.has('lists refunds')
    ? found.flatMap((paid) => records.refundsOf(paid.id).map((refund) => asTransaction(paid, refund)))
    : [];
  const transactions = [...found, ...refunds].map(presentTransaction);
  // What PayPal takes late is in the next list.
  takeFee(records, subscription);
  return { status: 200, body: { transactions, links: [] } };
}

const asTransaction = (paid: FakeCapture, { id, amount, create_time }: FakePaypalRefund): FakeCapture => ({
  ...paid,
  id,
  status: 'COMPLETED',
  amount: { ...amount, value: `-${amount.value}` },
  create_time,
});

/** Without disputes, there are no `items`. */
function listDisputes({ records, settings }: PaypalDeps, query: URLSearchParams): WireAnswer {
  if (!settings.showsDisputes) throw fault(403, 'PERMISSION_DENIED');
  const found = [...records.disputes.values()]
    .filter(({ transactionId }) => transactionId === query.get('disputed_transaction_id'))
    .toReversed();
  const items = found.map((dispute) => presentDispute(records, dispute, false));
  return { status: 200, body: { ...(items.length > 0 && { items }), links: [] } };
}
