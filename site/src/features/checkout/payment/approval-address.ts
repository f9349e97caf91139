/**
 * Where to go for the buyer's approval; null for an address that is none. The demo's own page stays on this
 * very origin, under whatever name the browser knows it: the bundle is stored under that name.
 */
export function approvalAddress(approvalUrl: unknown, origin: string): string | null {
  if (typeof approvalUrl !== 'string' || approvalUrl === '' || !URL.canParse(approvalUrl, origin))
    return null;
  const url = new URL(approvalUrl, origin);
  if (url.pathname === '/demo-paypal') return url.pathname + url.search;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
