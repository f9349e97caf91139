import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';
import helmet from 'koa-helmet';
import { aboutRoutes } from './about/routes.ts';
import { createCaseIndex } from './cases/case-index.ts';
import { createCaseStore } from './cases/case-store.ts';
import { caseRoutes } from './cases/routes.ts';
import { createCardTesting } from './checkout/card-testing.ts';
import type { CheckoutDeps } from './checkout/checkout-deps.ts';
import { createDraftStore } from './checkout/draft-store.ts';
import { createLocks } from './checkout/locks.ts';
import { createPromoStore } from './checkout/promo-store.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Db } from './db/client.ts';
import type { Env } from './env.ts';
import { methodNotAllowed, notFound, unreadable } from './errors.ts';
import { createTotals } from './lists/totals.ts';
import { createLiveFeed } from './live/live-feed.ts';
import { liveRoutes } from './live/routes.ts';
import { createOrderList } from './orders/order-list.ts';
import { createOverviewStore } from './overview/overview-store.ts';
import { overviewRoutes } from './overview/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { Log } from './log.ts';
import { denyByDefault, mayUseSession } from './middleware/deny-by-default.ts';
import { errorHandler } from './middleware/error-handler.ts';
import { oneHost } from './middleware/one-host.ts';
import { permissionsPolicy } from './middleware/permissions-policy.ts';
import { rateLimits } from './middleware/rate-limit.ts';
import { requestLog } from './middleware/request-log.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { checkoutSources } from './payments/checkout-sources.ts';
import { offerOf } from './payments/offer.ts';
import { staticSite } from './middleware/static-site.ts';
import type { FormsDeps } from './forms/forms-deps.ts';
import { createStrangerMails } from './mail/stranger-mails.ts';
import { formRoutes } from './forms/routes.ts';
import { createSpamCheck } from './forms/spam-check.ts';
import { submissionRoutes } from './forms/submission-routes.ts';
import { createSubmissionLists } from './forms/submission-list.ts';
import { createSubmissionStore } from './forms/submission-store.ts';
import type { LetterDeps } from './mail/letter-deps.ts';
import { previewRoutes } from './mail/previews/routes.ts';
import { createNewsletter } from './newsletter/newsletter.ts';
import { createIntakeLinks } from './orders/intake-links.ts';
import { createMissDelay } from './orders/miss-delay.ts';
import { createOrderStore } from './orders/order-store.ts';
import { reminderRoutes } from './orders/reminder-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { createOutboxStore } from './outbox/outbox-store.ts';
import { createProviders } from './payments/providers.ts';
import { demoRoutes } from './payments/demo/routes.ts';
import { createDemoStore } from './payments/demo/demo-store.ts';
import { createPaymentStore } from './payments/payment-store.ts';
import { createRefundStore } from './refunds/refund-store.ts';
import { refundRoutes } from './refunds/routes.ts';
import { createEventStore } from './webhooks/event-store.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { createAdminStore } from './session/admin-store.ts';
import { createKnownDevices } from './session/known-devices.ts';
import { createLoginThrottle } from './session/login-throttle.ts';
import { createSecurityLog } from './session/security-log.ts';
import type { Passwords } from './session/passwords.ts';
import { sessionRoutes } from './session/routes.ts';
import { createSessionStore } from './session/session-store.ts';
import { sessions } from './session/session.ts';

export type AppDeps = {
  db: Db;
  env: Env;
  log: Log;
  now: () => Date;
  passwords: Passwords;
  siteRoot: string;
  onMailWritten: () => void;
  /** A provider's event came in. */
  onEvent: () => void;
};

const BODY_LIMIT = '256kb';

/** The whole server, listening nowhere yet. `checkout` is what the sweeper needs too, `letters` the outbox. */
export function createApp({ db, env, log, now, passwords, siteRoot, onMailWritten, onEvent }: AppDeps) {
  const limit = rateLimits(env.isRateLimited);
  const isHttps = env.publicUrl.startsWith('https:');
  const orderStore = createOrderStore(db);
  const outboxStore = createOutboxStore(db);
  const intakeLinks = createIntakeLinks(env.secret);
  const missDelay = createMissDelay(now, env.isRateLimited);
  const paymentStore = createPaymentStore(db);
  const submissionStore = createSubmissionStore(db);
  const sessionStore = createSessionStore(db, now);
  const caseIndex = createCaseIndex(db);
  const liveFeed = createLiveFeed();
  const totals = createTotals(db);
  const cardTesting = createCardTesting(db, now, env.isRateLimited);
  const eventStore = createEventStore(db);
  const strangerMails = createStrangerMails(now, env.isRateLimited);
  const checkout: CheckoutDeps = {
    db,
    log,
    now,
    paymentMode: env.payments.mode,
    offer: offerOf(env.payments),
    cardTesting,
    providers: createProviders(env, db, now),
    locks: createLocks(),
    refundStore: createRefundStore(db),
    refundsSecondPayments: env.refundsSecondPayments,
    draftStore: createDraftStore(db),
    intakeLinks,
    orderStore,
    outboxStore,
    paymentStore,
    caseIndex,
    liveFeed,
    promoStore: createPromoStore(db),
    strangerMails,
    businessEmail: env.business.email,
    onMailWritten,
  };

  const forms: FormsDeps = {
    db,
    log,
    now,
    intakeLinks,
    missDelay,
    orderStore,
    outboxStore,
    submissionStore,
    caseIndex,
    liveFeed,
    businessEmail: env.business.email,
    onMailWritten,
    strangerMails,
    spamCheck: createSpamCheck(now, env.isRateLimited),
    newsletter: env.mailchimp ? createNewsletter(env.mailchimp) : null,
  };

  const letters: LetterDeps = {
    now,
    orderStore,
    submissionStore,
    paymentStore,
    refundStore: checkout.refundStore,
    intakeLinks,
    settings: env,
  };

  // By default a router also answers /API/..., past all that guards /api.
  const router = new Router({ sensitive: true, strict: true });
  healthRoutes(router, db);
  aboutRoutes(router, env.business);
  checkoutRoutes(router, checkout, limit);
  if (env.payments.mode === 'demo')
    demoRoutes(router, { store: createDemoStore(db), secret: env.secret, now, limit, checkout });
  webhookRoutes(router, { ...checkout, eventStore, onEvent }, limit);
  orderRoutes(router, { orderStore, orderList: createOrderList(db, totals), missDelay, limit });
  reminderRoutes(router, { db, orderStore, intakeLinks, now }, limit);
  formRoutes(router, forms, limit);
  submissionRoutes(router, createSubmissionLists(db, totals));
  refundRoutes(router, checkout);
  caseRoutes(router, {
    ...forms,
    paymentStore,
    refundStore: checkout.refundStore,
    caseStore: createCaseStore(db),
    letters,
  });
  overviewRoutes(router, { overviewStore: createOverviewStore(db), paymentStore, outboxStore, now });
  if (env.isDevelopment) previewRoutes(router, env);
  liveRoutes(router, { feed: liveFeed, sessionStore });
  sessionRoutes(router, {
    adminStore: createAdminStore(db),
    passwords,
    throttle: createLoginThrottle({ db, now, securityLog: createSecurityLog(log) }, env.isRateLimited),
    knownDevices: createKnownDevices({ secret: env.secret, isHttps }),
    businessName: env.business.name,
    dataDir: env.dataDir,
    now,
  });

  const app = new Koa({ proxy: env.trustProxyHops > 0, maxIpsCount: env.trustProxyHops });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A visitor who leaves in the middle of a file, or closes the dashboard, is no fault of anybody's.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'response interrupted');
  });
  app.use(requestLog(log));
  app.use(securityHeaders(isHttps));
  app.use(oneHost(log));
  app.use(apiOnly(errorHandler(log)));
  app.use(apiOnly(noStore));
  app.use(apiOnly(unansweredCalls));
  app.use(apiOnly(sameOrigin(env.publicUrl)));
  const withSession = sessions(app, { store: sessionStore, secret: env.secret, isHttps });
  app.use(apiOnly((ctx, next) => (mayUseSession(ctx.path) ? withSession(ctx, next) : next())));
  app.use(apiOnly(denyByDefault));
  // Webhooks are signed over their bytes, so nobody reads those before.
  app.use(
    exceptWebhooks(bodyParser({ enableTypes: ['json'], jsonLimit: BODY_LIMIT, onError: unreadableBody })),
  );
  app.use(router.routes());
  app.use(router.allowedMethods());
  app.use(pagesOnly(staticSite(siteRoot, checkoutSources(env.payments))));
  return { app, router, checkout, forms, letters, liveFeed, eventStore };
}

const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

function apiOnly(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) => (isApi(ctx.path) ? middleware(ctx, next) : next());
}

function exceptWebhooks(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) =>
    isApi(ctx.path) && !ctx.path.startsWith('/api/webhooks/') ? middleware(ctx, next) : next();
}

function pagesOnly(middleware: Koa.Middleware): Koa.Middleware {
  return (ctx, next) => (isApi(ctx.path) ? next() : middleware(ctx, next));
}

/** The router leaves these without a body; its `Allow` header stays. */
const unansweredCalls: Koa.Middleware = async (ctx, next) => {
  await next();
  if (ctx.body) return;
  if (ctx.status === 404) throw notFound();
  if (ctx.status === 405 || ctx.status === 501) throw methodNotAllowed();
};

/** Whatever keeps a body from being read is its sender's doing; a failed gunzip alone comes without a status. */
function unreadableBody(error: Error): never {
  throw 'status' in error ? error : unreadable();
}

const noStore: Koa.Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  return next();
};

/** Each page's own CSP comes from `staticSite`, and what /checkout may do beyond this as well. */
function securityHeaders(isHttps: boolean): Koa.Middleware {
  const headers = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (ctx, next) => {
    ctx.set('Permissions-Policy', permissionsPolicy());
    return headers(ctx, next);
  };
}
