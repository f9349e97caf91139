import type { Middleware } from 'koa';
import { notLoggedIn } from '../errors.ts';
import { isLoggedIn } from './session.ts';

/** The only /api calls that need no login. A new route is protected until it is listed here. */
export const PUBLIC_CALLS: ReadonlySet<string> = new Set([
  'GET /api/health',
  'GET /api/about',
  'GET /api/payment-mode',
  'GET /api/json/verify-order',
  'POST /api/promo-code',
  'POST /api/create-payment-intent',
  'POST /api/process-paypal',
  'POST /api/checkout',
  'POST /api/payment-status',
  'POST /api/submit-order-form',
  'POST /api/submit-voice-agent-form',
  'POST /api/voice-agent-form-submission',
  'POST /api/on-hold-audio-form',
  'GET /api/intake',
  'GET /api/stop-reminders',
  'POST /api/stop-reminders',
  'POST /api/demo-payments/card',
  'POST /api/demo-payments/paypal',
  'POST /api/webhooks/stripe',
  'POST /api/webhooks/paypal',
  'POST /api/admin/login',
  'GET /api/admin/auth-status',
]);

const publicPaths = new Set([...PUBLIC_CALLS].map((call) => call.slice(call.indexOf(' ') + 1)));

/** Buyers' calls look at no session, so a purchase costs no look-up and sets no cookie. */
export const mayUseSession = (path: string): boolean =>
  !publicPaths.has(path) || path.startsWith('/api/admin/');

/** A public path asked with another method goes on to its 405; everything else wants a live session. */
export const denyByDefault: Middleware = (ctx, next) => {
  if (!publicPaths.has(ctx.path) && !isLoggedIn(ctx)) throw notLoggedIn();
  return next();
};
