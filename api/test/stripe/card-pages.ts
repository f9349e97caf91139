import type { Stripe } from 'stripe';
import type { Wire } from './billing-records.ts';
import { customerIn } from './customers.ts';
import { listOf, metadataIn, missing, onlyKnownPaths, type StripeForm } from './http.ts';
import { createMethod, MEANS } from './payment-methods.ts';
import { stripeId, type StripeRecords } from './records.ts';

/** What a customer chooses on Stripe's page in setup mode. */
export type FakeSetupIntent = Pick<
  Wire<Stripe.SetupIntent>,
  'id' | 'object' | 'created' | 'livemode' | 'payment_method' | 'status' | 'usage'
> & { customer: string; metadata: Record<string, string> };

/** A page that saves a card for a customer and charges nothing. */
export function createSetupSession(records: StripeRecords, form: StripeForm): object {
  onlyKnownPaths(form, [
    'mode',
    'currency',
    'customer',
    'success_url',
    'cancel_url',
    'setup_intent_data.metadata.subscription',
  ]);
  const { id: customer } = customerIn(records, form.get('customer') ?? '');
  if (form.get('mode') !== 'setup') throw new Error('The fake Stripe only has pages in setup mode.');
  const intent: FakeSetupIntent = {
    id: stripeId('seti'),
    object: 'setup_intent',
    created: records.clock.nowS(),
    customer,
    livemode: false,
    metadata: { subscription: form.get('setup_intent_data[metadata][subscription]') ?? '' },
    payment_method: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
  records.setupIntents.set(intent.id, intent);
  const id = stripeId('cs');
  return {
    id,
    object: 'checkout.session',
    customer,
    mode: 'setup',
    setup_intent: intent.id,
    status: 'open',
    success_url: form.get('success_url'),
    url: `https://checkout.stripe.com/c/pay/${id}`,
  };
}

export function listSetupIntents({ setupIntents }: StripeRecords, form: StripeForm, path: string): object {
  onlyKnownPaths(form, ['customer', 'limit']);
  const own = [...setupIntents.values()].filter(({ customer }) => customer === form.get('customer'));
  return listOf(path, form, own);
}

export function updateSetupIntent({ setupIntents }: StripeRecords, id: string, form: StripeForm): object {
  onlyKnownPaths(form, ['metadata.*']);
  const intent = setupIntents.get(id);
  if (!intent) throw missing('setupintent', id);
  Object.assign(intent.metadata, metadataIn(form));
  return intent;
}

/** The customer chooses a card on the page that was opened last. Returns its ID. */
export function chooseCard(records: StripeRecords, customer: string, means: keyof typeof MEANS): string {
  const intent = [...records.setupIntents.values()].findLast((one) => one.customer === customer);
  if (!intent) throw new Error('No page for another card was opened.');
  const method = createMethod(records, MEANS[means]);
  method.customer = customer;
  Object.assign(intent, { payment_method: method.id, status: 'succeeded' });
  records.emit('setup_intent.succeeded', intent);
  return method.id;
}
