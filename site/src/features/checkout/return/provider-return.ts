export type PaypalReturn = { kind: 'approved'; paypalOrderId: string } | { kind: 'canceled' };
export type StripeReturn = { kind: 'stripe'; paymentIntentId: string; isRefused: boolean };
export type ProviderReturn = PaypalReturn | StripeReturn;

const NAMES = [
  'paypal',
  'token',
  'subscription_id',
  'ba_token',
  'PayerID',
  'stripe',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

/**
 * The query that Stripe returns with after a bank's page:
 * `?stripe=return&payment_intent=ID&redirect_status=...`.
 */
export function parseStripeReturn(query: URLSearchParams): StripeReturn | null {
  const paymentIntentId = query.get('payment_intent');
  if (query.get('stripe') !== 'return' || !paymentIntentId) return null;
  return { kind: 'stripe', paymentIntentId, isRefused: query.get('redirect_status') === 'failed' };
}

/** Read only once: a reload or a bookmark must not report the same return again. */
export function takeProviderReturn(): ProviderReturn | null {
  const address = new URL(location.href);
  const found = parsePaypalReturn(address.searchParams) ?? parseStripeReturn(address.searchParams);
  if (found) {
    for (const name of NAMES) address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
  }
  return found;
}

/**
 * What PayPal sends the buyer back with: `?paypal=return&token=ID&PayerID=...` or `?paypal=cancel&token=ID`. A
 * subscription has its ID in `subscription_id`, and its tokens name nothing that we know.
 */
export function parsePaypalReturn(query: URLSearchParams): PaypalReturn | null {
  const id = query.get('subscription_id') ?? query.get('token');
  switch (query.get('paypal')) {
    case 'return':
      return id ? { kind: 'approved', paypalOrderId: id } : null;
    case 'cancel':
      return { kind: 'canceled' };
    default:
      return null;
  }
}
