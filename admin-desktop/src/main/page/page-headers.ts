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

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const pageHeaders = (contentType: string) => ({
  ...EVERYWHERE,
  'Content-Type': contentType,
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/** For server responses, which must never act as a page. */
export const answerHeaders = (more: Record<string, string> = {}) => ({
  ...EVERYWHERE,
  'Content-Security-Policy':
    "default-src 'none'; sandbox; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  ...more,
});
