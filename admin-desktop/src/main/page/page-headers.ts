/**
 * Scripts set styles through the `style` object, which policies do not restrict. The page has no style
 * attributes.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const pageHeaders = (contentType: string) => ({
  ...COMMON_HEADERS,
  'Content-Type': contentType,
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/** For server responses, which must never act as a page. */
export const responseHeaders = (more: Record<string, string> = {}) => ({
  ...COMMON_HEADERS,
  'Content-Security-Policy':
    "default-src 'none'; sandbox; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  ...more,
});
