import type { WireCall } from '../provider/fake-provider.ts';
import type { FakeInvoice } from './billing-records.ts';
import { createSetupSession, listSetupIntents, updateSetupIntent } from './card-pages.ts';
import {
  attachMethod,
  createCustomer,
  createPortalSession,
  createProduct,
  customerIn,
  presentCustomer,
  updateCustomer,
} from './customers.ts';
import { invalid, listIn, listOf, missing, onlyKnownPaths, type StripeForm } from './http.ts';
import type { StripeRecords } from './records.ts';
import { cancelSubscription, createSubscription, updateSubscription } from './subscriptions.ts';

type Call = { records: StripeRecords; form: StripeForm; id: string; path: string };
type Route = [method: string, path: RegExp, answer: (call: Call) => object];

const MONTH_S = 30 * 24 * 60 * 60;
const PAGE = ['customer', 'limit', 'starting_after', 'ending_before'];

const ROUTES: Route[] = [
  ['POST', /^\/v1\/customers$/, ({ records, form }) => createCustomer(records, form)],
  ['GET', /^\/v1\/customers\/(cus_\w+)$/, retrieveCustomer],
  [
    'POST',
    /^\/v1\/customers\/(cus_\w+)$/,
    ({ records, form, id }) => updateCustomer(records, customerIn(records, id, 'id'), form),
  ],
  [
    'POST',
    /^\/v1\/payment_methods\/(pm_\w+)\/attach$/,
    ({ records, form, id }) => attachMethod(records, id, form),
  ],
  ['POST', /^\/v1\/products$/, ({ records, form }) => createProduct(records, form)],
  [
    'GET',
    /^\/v1\/products\/([\w-]+)$/,
    ({ records, id }) => {
      const product = records.products.get(id);
      if (!product) throw missing('product', id);
      return product;
    },
  ],
  ['POST', /^\/v1\/subscriptions$/, ({ records, form }) => createSubscription(records, form)],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['GET', /^\/v1\/subscriptions\/(sub_\w+)$/, retrieveSubscription],
  [
    'POST',
    /^\/v1\/subscriptions\/(sub_\w+)$/,
    ({ records, form, id }) => updateSubscription(records, id, form),
  ],
  [
    'DELETE',
    /^\/v1\/subscriptions\/(sub_\w+)$/,
    ({ records, form, id }) => cancelSubscription(records, id, form),
  ],
  ['GET', /^\/v1\/invoices$/, listInvoices],
  [
    'POST',
    /^\/v1\/invoices\/(in_\w+)$/,
    ({ records, form, id }) => {
      onlyKnownPaths(form, ['auto_advance']);
      const invoice = records.invoices.get(id);
      if (!invoice) throw missing('invoice', id);
      return Object.assign(invoice, { auto_advance: form.get('auto_advance') === 'true' });
    },
  ],
  ['GET', /^\/v1\/charges$/, listCharges],
  ['POST', /^\/v1\/checkout\/sessions$/, ({ records, form }) => createSetupSession(records, form)],
  ['GET', /^\/v1\/setup_intents$/, ({ records, form, path }) => listSetupIntents(records, form, path)],
  [
    'POST',
    /^\/v1\/setup_intents\/(seti_\w+)$/,
    ({ records, form, id }) => updateSetupIntent(records, id, form),
  ],
  ['POST', /^\/v1\/billing_portal\/sessions$/, ({ records, form }) => createPortalSession(records, form)],
];

/** The calls of Stripe Billing. */
export function answerBilling(records: StripeRecords, { method, path }: WireCall, form: StripeForm): object {
  for (const [verb, pattern, answer] of ROUTES) {
    const match = verb === method && pattern.exec(path);
    if (match) return answer({ records, form, id: match[1] ?? '', path });
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}

function retrieveCustomer({ records, form, id }: Call): object {
  const customer = records.customers.get(id);
  if (customer || !records.deletedCustomers.has(id))
    return presentCustomer(records, customerIn(records, id, 'id'), form);
  return { id, object: 'customer', deleted: true };
}

function retrieveSubscription({ records, form, id }: Call): object {
  onlyKnownPaths(form, []);
  const subscription = records.subscriptions.get(id);
  if (!subscription) throw missing('subscription', id);
  const { customer, default_payment_method: method, default_source: source } = subscription;
  const expand = listIn(form, 'expand');
  return {
    ...subscription,
    ...(expand.includes('customer') && {
      customer: records.customers.get(customer) ?? { id: customer, object: 'customer', deleted: true },
    }),
    ...(expand.includes('default_payment_method') &&
      method && { default_payment_method: records.methods.get(method) }),
    ...(expand.includes('default_source') && source && { default_source: records.sources.get(source) }),
  };
}

/** Without a status, Stripe leaves out what is canceled. */
function listSubscriptions({ records, form, path }: Call): object {
  onlyKnownPaths(form, [...PAGE, 'status']);
  const { id } = customerIn(records, form.get('customer') ?? '');
  const all = [...records.subscriptions.values()].filter(
    (one) =>
      one.customer === id &&
      (form.get('status') === 'all' || one.status !== 'canceled') &&
      !records.unlisted.delete(one.id),
  );
  return listOf(path, form, all);
}

function listInvoices({ records, form, path }: Call): object {
  onlyKnownPaths(form, [...PAGE, 'status']);
  const { id } = customerIn(records, form.get('customer') ?? '');
  const hasPayments = listIn(form, 'expand').includes('data.payments');
  const withPayments = (invoice: FakeInvoice) => {
    const payment = records.invoicePayments.get(invoice.id);
    const payments = {
      object: 'list',
      data: payment ? [payment] : [],
      has_more: false,
      url: '/v1/invoice_payments',
    };
    const isExpired =
      records.unkind.has('lets invoice pages expire') && records.clock.nowS() - invoice.created > MONTH_S;
    return { ...invoice, ...(isExpired && { hosted_invoice_url: null }), ...(hasPayments && { payments }) };
  };
  const status = form.get('status');
  const all = [...records.invoices.values()].filter(
    (one) => one.customer === id && (status === undefined || one.status === status),
  );
  return listOf(path, form, all.map(withPayments));
}

function listCharges({ records, form, path }: Call): object {
  onlyKnownPaths(form, [...PAGE, 'payment_intent']);
  const id = form.get('customer');
  const all = [...records.charges.values()].filter(({ customer }) => id === undefined || customer === id);
  return listOf(path, form, all);
}
