import { parseUrl } from '@northlight/shared/contracts/parse-url.ts';

/**
 * Where to go for the buyer's approval; null for an address that is none. The demo's own page stays on this
 * very origin, under whatever name the browser knows it: the bundle is stored under that name.
 */
export function approvalAddress(approvalUrl: unknown, origin: string): string | null {
  const url = typeof approvalUrl === 'string' && approvalUrl !== '' && parseUrl(approvalUrl, origin);
  if (!url) return null;
  if (url.pathname === '/demo-paypal') return url.pathname + url.search;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
