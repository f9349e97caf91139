import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import helmet from 'helmet';
import Koa from 'koa';
import { sampleRoutes } from '../operations/shop/samples.ts';
import { shopRoutes, rulesRoutes } from '../operations/shop/routes.ts';
import { bookRoutes } from '../pages/books/routes.ts';
import { caseRoutes, wordingRoutes } from '../pages/case/routes.ts';
import { checkoutRoutes } from '../money/checkout/routes.ts';
import type { ShopContext } from '../operations/shop/publish.ts';
import { mountOn } from '../http/endpoints/mount.ts';
import { connectionRoutes } from '../operations/connections/routes.ts';
import { recoverySheetRoutes } from '../operations/connections/recovery-sheet.ts';
import { doctorRoutes } from '../operations/doctor/run-doctor.ts';
import { importRoutes } from '../operations/import/routes.ts';
import { ApiError, notFound, unreadable } from '../base/errors.ts';
import { type Env, isHttps } from '../base/settings/env.ts';
import { liveRoutes } from '../pages/live/routes.ts';
import { overviewRoutes } from '../pages/overview/routes.ts';
import { funnelRoutes } from '../money/funnel/routes.ts';
import { healthRoutes } from '../operations/health/routes.ts';
import { denyByDefault, isUpload, mayUseSession } from '../people/session/deny-by-default.ts';
import { errorHandler, requestLog } from '../http/middleware/error-handler.ts';
import { proxyWatch } from '../http/limits/proxy-watch.ts';
import { mayNow } from '../people/session/admin-store.ts';
import { clientAddress } from '../http/middleware/client-address.ts';
import { pageAddress } from '../http/middleware/page-address.ts';
import { oneHost, sameOrigin } from '../http/middleware/same-origin.ts';
import { previewSite } from '../http/middleware/preview-site.ts';
import { staticSite, permissionsPolicy, type PageSources } from '../http/middleware/static-site.ts';
import { fileRoutes } from '../work/files/routes.ts';
import { formRoutes } from '../work/forms/routes.ts';
import { submissionRoutes } from '../work/forms/submission-routes.ts';
import { orderPageRoutes } from '../pages/order-page/routes.ts';
import { previewRoutes } from '../email/preview-routes.ts';
import { outgoingWebhookRoutes } from '../messages/webhooks/routes.ts';
import { privacyRoutes } from '../privacy/routes.ts';
import { recurringRoutes } from '../money/recurring/routes.ts';
import { orderRoutes, reminderRoutes } from '../work/orders/routes.ts';
import { metricsPage } from '../operations/metrics/routes.ts';
import { auditRoutes } from '../people/team/audit-routes.ts';
import { accountRoutes } from '../people/team/account-routes.ts';
import { peopleRoutes, tokenRoutes } from '../people/team/routes.ts';
import { promoRoutes } from '../money/promo-codes/routes.ts';
import { unfinishedRoutes } from '../money/unfinished-checkouts/routes.ts';
import { demoRoutes } from '../money/checkout/demo-routes.ts';
import { opensSoon } from './opens-soon.ts';
import { customerOrderRoutes } from '../pages/customer-orders/routes.ts';
import { customerRoutes } from '../pages/customers/routes.ts';
import { quoteRoutes } from '../pages/quotes/routes.ts';
import { refundRoutes } from '../money/refunds/routes.ts';
import { webhookRoutes } from '../money/provider-events/routes.ts';
import { createSecondFactors } from '../people/session/second-factor.ts';
import { securityRoutes } from '../people/session/security-routes.ts';
import { createLogins } from '../people/session/logins.ts';
import { sessionRoutes } from '../people/session/routes.ts';
import { sessions } from '../people/session/session.ts';
import type { PaymentSettings } from '../base/settings/payment-settings.ts';

const BODY_LIMIT = '256kb';
/** Of a file in JSON, where some characters take several bytes. */
const IMPORT_LIMIT = '12mb';

/** Builds the whole server, which does not listen yet. `siteRoot` is the folder of the built pages. */
export function createApp(context: ShopContext, siteRoot: string) {
  const { db, settings, log } = context;
  // A router also answers /API/... by default, which would bypass everything that guards /api.
  const router = new Router({ sensitive: true, strict: true });
  const mount = mountOn(router, context);
  healthRoutes(mount, context);
  checkoutRoutes(mount, context);
  demoRoutes(mount, context);
  webhookRoutes(mount, context);
  promoRoutes(mount, context);
  funnelRoutes(mount, context);
  unfinishedRoutes(mount, context);
  orderRoutes(mount, context);
  reminderRoutes(mount, context);
  fileRoutes(mount, context);
  formRoutes(mount, context);
  submissionRoutes(mount, context);
  refundRoutes(mount, context);
  recurringRoutes(mount, context);
  quoteRoutes(mount, context);
  caseRoutes(mount, context);
  wordingRoutes(mount, context);
  customerRoutes(mount, context);
  bookRoutes(mount, context);
  customerOrderRoutes(mount, context);
  orderPageRoutes(mount, context);
  overviewRoutes(mount, context);
  if (settings.isDevelopment) previewRoutes(router, settings);
  liveRoutes(mount, context);
  const factors = createSecondFactors(context);
  const logins = createLogins(context, factors);
  sessionRoutes(mount, context, factors, logins);
  securityRoutes(mount, context, factors);
  peopleRoutes(mount, context);
  accountRoutes(mount, context, logins);
  tokenRoutes(mount, context);
  auditRoutes(mount, context);
  privacyRoutes(mount, context);
  shopRoutes(mount, context);
  sampleRoutes(mount, context);
  rulesRoutes(mount, context);
  importRoutes(mount, context);
  doctorRoutes(mount, context);
  connectionRoutes(mount, context, context.serverEnv);
  recoverySheetRoutes(mount, context, context.serverEnv);
  outgoingWebhookRoutes(mount, context);

  const app = new Koa();
  // The owner can change them.
  Object.defineProperties(app, {
    proxy: { get: () => settings.trustProxyHops > 0 },
    maxIpsCount: { get: () => settings.trustProxyHops },
  });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A visitor who leaves during a download, or closes the dashboard, is not an error.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'response interrupted');
  });
  app.use(clientAddress);
  app.use(requestLog(log));
  app.use(securityHeaders(settings));
  app.use(proxyWatch(context));
  app.use(oneHost(log));
  app.use(apiOnly(errorHandler(log)));
  app.use(apiOnly(noStore));
  app.use(apiOnly(unansweredCalls));
  app.use(apiOnly(sameOrigin(context)));
  const withSession = sessions(app, context);
  app.use(apiOnly((ctx, next) => (mayUseSession(ctx.path) ? withSession(ctx, next) : next())));
  app.use(apiOnly(denyByDefault));
  // Webhooks are signed over their raw bytes, and uploads are large, so nothing may read their bodies first.
  const bodies = (jsonLimit: string) =>
    bodyParser({ enableTypes: ['json'], jsonLimit, onError: unreadableBody });
  const [small, large] = [bodies(BODY_LIMIT), bodies(IMPORT_LIMIT)];
  const isImport = (path: string) => /^\/api\/admin\/imports(\/check)?$/.test(path);
  app.use(exceptRaw((ctx, next) => (isImport(ctx.path) ? large : small)(ctx, next)));
  app.use(metricsPage(context));
  app.use(router.routes());
  app.use(router.allowedMethods());
  const sources = () => checkoutSources(settings.payments);
  const preview = previewSite(context, sources, (by) => mayNow(db, by, 'manage'));
  app.use(pagesOnly(pageAddress(context)));
  app.use(pagesOnly(opensSoon(context)));
  app.use(pagesOnly(preview));
  const site = staticSite(siteRoot, sources);
  app.use(pagesOnly(site));
  return { app, router, switchSite: site.switchTo, switchPreview: preview.switchTo };
}

const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

function apiOnly(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) => (isApi(ctx.path) ? middleware(ctx, next) : next());
}

function exceptRaw(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) =>
    isApi(ctx.path) && !ctx.path.startsWith('/api/webhooks/') && !isUpload(ctx.path)
      ? middleware(ctx, next)
      : next();
}

function pagesOnly(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) => (isApi(ctx.path) ? next() : middleware(ctx, next));
}

/** The router answers these without a body. Its `Allow` header stays. */
const unansweredCalls: Koa.Middleware = async (ctx, next) => {
  await next();
  if (ctx.body) return;
  if (ctx.status === 404) throw notFound();
  if (ctx.status === 405 || ctx.status === 501)
    throw new ApiError(405, 'method_not_allowed', 'This address doesn’t support that method.');
};

/** An unreadable body is the sender's fault. Only a failed gunzip comes without a status. */
function unreadableBody(error: Error): never {
  throw 'status' in error ? error : unreadable();
}

const noStore: Koa.Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  return next();
};

/** `staticSite` sets each page's CSP and the exceptions for /checkout. */
function securityHeaders(settings: Env): Koa.Middleware {
  const headersOf = (isEncrypted: boolean) =>
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: isEncrypted,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    });
  const [plain, encrypted] = [headersOf(false), headersOf(true)];
  const permissions = permissionsPolicy();
  return (ctx, next) => {
    ctx.set('Permissions-Policy', permissions);
    // Sets headers and calls back at once.
    (isHttps(settings) ? encrypted : plain)(ctx.req, ctx.res, () => {});
    return next();
  };
}

/** Link, Stripe's wallet, is part of the payment form. Stripe documents that it loads from these. */
const LINK = ['https://link.com', 'https://*.link.com'];

/**
 * What Stripe's fields need on /checkout, and only there; see
 * https://docs.stripe.com/security/guide#content-security-policy. Nothing in demo mode. The form has no
 * address field, so Google Maps, which completes addresses, is left out.
 */
export function checkoutSources(payments: PaymentSettings): PageSources {
  if (payments.mode === 'demo' || !payments.stripe)
    return { scripts: [], frames: [], connections: [], images: [] };
  const { jsUrl, apiBase } = payments.stripe;
  const scripts = jsUrl ? [new URL(jsUrl).origin] : ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    scripts,
    frames: [...scripts, 'https://hooks.stripe.com', ...LINK],
    connections: [apiBase ? new URL(apiBase).origin : 'https://api.stripe.com', ...LINK],
    images: ['https://*.link.com'],
  };
}
