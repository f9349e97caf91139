import { freeBytesOf } from './backups/data-folder.ts';
import { applyBusiness } from './business/business-settings.ts';
import type { SiteBuilder } from './business/site-builder.ts';
import type { Db } from './db/client.ts';
import { createCheckoutLocks, type CheckoutLocks } from './checkout/checkout-locks.ts';
import type { Env } from './env.ts';
import { createUploads, type Uploads } from './files/uploads.ts';
import { createSpamCheck, type SpamCheck } from './forms/spam-check.ts';
import { createWriteTest } from './health/write-test.ts';
import { insertTrialOrder } from './orders/trial-order.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createLiveFeed, type LiveFeed } from './live/live-feed.ts';
import type { Log } from './log.ts';
import { createNewsletter, type Newsletter } from './newsletter/newsletter.ts';
import { aheadMs } from './payments/demo/demo-clock.ts';
import type { Providers } from './payments/provider.ts';
import { createProviders } from './payments/providers.ts';
import type { Passwords } from './session/passwords.ts';

type Given = {
  db: Db;
  settings: Env;
  log: Log;
  now: () => Date;
  passwords: Passwords;
};

/** What every part of the server works with. */
export type AppContext = Given & {
  /** The time for recurring payments. Ahead of `now` only in demo mode, after `pnpm demo:advance`. */
  billingNow: () => Date;
  providers: Providers;
  /** Null where no mailing list is configured. */
  newsletter: Newsletter | null;
  /** Tells open dashboards what was committed. */
  liveFeed: LiveFeed;
  locks: CheckoutLocks;
  limits: Limits;
  spamCheck: SpamCheck;
  /** The files that are being uploaded. */
  uploads: Uploads;
  /** What is free on the disk of a folder. */
  freeBytes: (folder: string) => number;
  /** Why no order can be stored right now, in words for the operator. Null when all is well. */
  whyNoOrders: () => Promise<string | null>;
  /** Rebuilds the pages after a change. Undefined where no site is served. */
  siteBuilder?: SiteBuilder;
  /** Set when the server begins to shut down. */
  isStopping: boolean;
  /** Call it after a commit that queued an email. Does nothing until the outbox runs. */
  wakeOutbox: () => void;
  /** Call it after a commit that stored a provider's event. Does nothing until the worker runs. */
  wakeEvents: () => void;
  /** Call it after a commit that makes a recurring payment due for a check. */
  wakeRecurring: () => void;
  /** Call it after a commit that stored a picture. */
  wakePreviews: () => void;
};

export function createContext(given: Given): AppContext {
  const { db, settings, log, now } = given;
  // From here on `inTransaction` waits for locks. SQLite's own wait would block every other request.
  db.$client.pragma('busy_timeout = 0');
  applyBusiness(settings, db);
  const billingNow = settings.payments.mode === 'demo' ? () => new Date(now().getTime() + aheadMs(db)) : now;
  return {
    ...given,
    billingNow,
    providers: createProviders(settings, db, now, billingNow),
    newsletter: settings.mailchimp ? createNewsletter(settings.mailchimp) : null,
    liveFeed: createLiveFeed(),
    locks: createCheckoutLocks(),
    limits: createLimits(db, now, log, settings.isRateLimited),
    spamCheck: createSpamCheck(now, settings.isRateLimited),
    uploads: createUploads(settings.dataDir, now),
    freeBytes: freeBytesOf,
    whyNoOrders: createWriteTest(given, () => insertTrialOrder(db, now())),
    isStopping: false,
    wakeOutbox: () => {},
    wakeEvents: () => {},
    wakeRecurring: () => {},
    wakePreviews: () => {},
  };
}
