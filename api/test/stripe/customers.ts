import type { Stripe } from 'stripe';
import type { FakeCustomer, FakePaymentMethod, FakeProduct, Wire } from './billing-records.ts';
import { BLANK_CUSTOMER, BLANK_PRODUCT } from './empty-billing.ts';
import { invalid, listIn, metadataIn, missing, onlyKnownPaths, type StripeForm } from './http.ts';
import { stripeId, type StripeRecords } from './records.ts';

export function customerIn(records: StripeRecords, id: string, param = 'customer'): FakeCustomer {
  const customer = records.customers.get(id);
  if (!customer) throw missing('customer', id, param);
  return customer;
}

export function createCustomer(records: StripeRecords, form: StripeForm): FakeCustomer {
  onlyKnownPaths(form, ['email', 'name', 'metadata.*']);
  const email = form.get('email') ?? null;
  if (email !== null && !/^\S+@\S+\.\S+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
  const customer: FakeCustomer = {
    ...BLANK_CUSTOMER,
    id: stripeId('cus'),
    object: 'customer',
    created: records.clock.nowS(),
    email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: metadataIn(form),
    name: form.get('name') ?? null,
  };
  records.customers.set(customer.id, customer);
  records.emit('customer.created', customer);
  return customer;
}

export function presentCustomer(records: StripeRecords, customer: FakeCustomer, form: StripeForm): object {
  onlyKnownPaths(form, []);
  const { invoice_settings: settings } = customer;
  const expand = listIn(form, 'expand');
  const method =
    expand.includes('invoice_settings.default_payment_method') &&
    records.methods.get(settings.default_payment_method ?? '');
  const source = expand.includes('default_source') && records.sources.get(customer.default_source ?? '');
  return {
    ...customer,
    ...(method && { invoice_settings: { ...settings, default_payment_method: method } }),
    ...(source && { default_source: source }),
  };
}

export function updateCustomer(
  records: StripeRecords,
  customer: FakeCustomer,
  form: StripeForm,
): FakeCustomer {
  onlyKnownPaths(form, ['email', 'name', 'invoice_settings.default_payment_method']);
  const method = form.get('invoice_settings[default_payment_method]');
  if (method !== undefined) useMethod(records, customer, method);
  return customer;
}

/** Makes a payment method of the customer the default. */
export function useMethod(records: StripeRecords, customer: FakeCustomer, id: string): void {
  if (records.methods.get(id)?.customer !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    );
  customer.invoice_settings.default_payment_method = id;
  records.emit('customer.updated', customer);
}

export function attachMethod(records: StripeRecords, id: string, form: StripeForm): FakePaymentMethod {
  onlyKnownPaths(form, ['customer']);
  const method = records.methods.get(id);
  if (!method) throw missing('PaymentMethod', id, 'payment_method');
  const customer = customerIn(records, form.get('customer') ?? '');
  if (records.unkind.has('saves only cards') && method.type !== 'card')
    throw invalid(`Payment methods of type ${method.type} cannot be saved to customers.`);
  if (method.customer)
    throw invalid('The payment method you provided has already been attached to a customer.');
  const usedBy = [...records.intents.values()].find((intent) => intent.payment_method === id);
  if (usedBy && usedBy.setup_future_usage === null)
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    );
  method.customer = customer.id;
  records.emit('payment_method.attached', method);
  return method;
}

export function createProduct(records: StripeRecords, form: StripeForm): FakeProduct {
  onlyKnownPaths(form, ['id', 'name']);
  const id = form.get('id') ?? stripeId('prod');
  const name = form.get('name');
  if (!name) throw invalid('Missing required param: name.', { code: 'parameter_missing', param: 'name' });
  if (records.products.has(id))
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  const created = records.clock.nowS();
  const product: FakeProduct = { ...BLANK_PRODUCT, id, object: 'product', created, name, updated: created };
  records.products.set(id, product);
  return product;
}

export function createPortalSession(
  records: StripeRecords,
  form: StripeForm,
): Wire<Stripe.BillingPortal.Session> {
  onlyKnownPaths(form, [
    'customer',
    'return_url',
    'flow_data.type',
    'flow_data.after_completion.type',
    'flow_data.after_completion.redirect.return_url',
  ]);
  const customer = customerIn(records, form.get('customer') ?? '');
  if (
    form.get('flow_data[type]') !== 'payment_method_update' ||
    form.get('flow_data[after_completion][type]') !== 'redirect'
  )
    throw new Error('The fake Stripe’s portal only takes another card, and then goes back.');
  if (records.unkind.has('has no portal'))
    throw invalid(
      'No configuration provided and your live mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in live mode.',
    );
  const id = stripeId('bps');
  return {
    id,
    object: 'billing_portal.session',
    configuration: stripeId('bpc'),
    created: records.clock.nowS(),
    customer: customer.id,
    customer_account: null,
    flow: {
      after_completion: {
        hosted_confirmation: null,
        redirect: { return_url: form.get('flow_data[after_completion][redirect][return_url]') ?? '' },
        type: 'redirect',
      },
      customer_update: null,
      subscription_cancel: null,
      subscription_pause: null,
      subscription_update: null,
      subscription_update_confirm: null,
      type: 'payment_method_update',
    },
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: form.get('return_url') ?? null,
    url: `https://billing.stripe.com/p/session/${id}`,
  };
}
