export type PaypalReturn = { kind: 'approved'; paypalOrderId: string } | { kind: 'cancelled' };

/** The query that PayPal returns with: `?paypal=return&token=ID&PayerID=...` or `?paypal=cancel&token=ID`. */
export function parsePaypalReturn(query: URLSearchParams): PaypalReturn | null {
  const token = query.get('token');
  switch (query.get('paypal')) {
    case 'return':
      return token ? { kind: 'approved', paypalOrderId: token } : null;
    case 'cancel':
      return { kind: 'cancelled' };
    default:
      return null;
  }
}

/**
 * The approval page's address; null for an invalid one. The demo's page stays on this origin, because the
 * bundle is stored under it.
 */
export function approvalAddress(approvalUrl: unknown, origin: string): string | null {
  if (typeof approvalUrl !== 'string' || approvalUrl === '' || !URL.canParse(approvalUrl, origin))
    return null;
  const url = new URL(approvalUrl, origin);
  if (url.pathname === '/demo-paypal') return url.pathname + url.search;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
