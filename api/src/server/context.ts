import { freeBytesOf } from '../base/data-folder.ts';
import { businessOf, writeBusinessFile } from '../operations/business/business-settings.ts';
import { writeShopFile } from '../operations/shop/publish.ts';
import type { SiteBuilder } from '../operations/business/site-builder.ts';
import { placeTrialOrder } from '../money/checkout/trial-order.ts';
import { createCheckoutLocks } from '../money/settlement/checkout-locks.ts';
import { createUploads } from '../work/files/uploads.ts';
import { createSpamCheck } from '../work/forms/spam-check.ts';
import { createWriteTest } from '../operations/health/write-test.ts';
import { createLimits } from '../http/limits/limits.ts';
import { onChanges } from '../db/changes.ts';
import { createLiveFeed } from '../messages/live-feed.ts';
import { createNewsletter } from '../messages/newsletter/newsletter.ts';
import { aheadMs } from '../money/payments/demo/demo-clock.ts';
import type { AppContext } from '../money/context.ts';
import { createProviders } from '../money/payments/providers.ts';

type Given = Pick<AppContext, 'db' | 'settings' | 'log' | 'now' | 'passwords'>;

export type ServerContext = AppContext & {
  /** Rebuilds the pages after a change. Undefined where no site is served. */
  siteBuilder?: SiteBuilder;
  /** Call it after the facts of the business were saved. */
  reloadBusiness: () => void;
};

export function createContext(given: Given): ServerContext {
  const { db, log, now } = given;
  // From here on `inTransaction` waits for locks. SQLite's own wait would block every other request.
  db.$client.pragma('busy_timeout = 0');
  let current = businessOf(given.settings, db);
  writeBusinessFile(given.settings.dataDir, db);
  writeShopFile(given.settings.dataDir, db);
  // Whoever holds the settings reads what counts now.
  const settings = {
    ...given.settings,
    get business() {
      return current.business;
    },
    get hours() {
      return current.hours;
    },
    get mailFrom() {
      return current.mailFrom;
    },
  };
  const billingNow = settings.payments.mode === 'demo' ? () => new Date(now().getTime() + aheadMs(db)) : now;
  const liveFeed = createLiveFeed();
  onChanges(db, ({ events }) => events.forEach(liveFeed.publish));
  const context: ServerContext = {
    ...given,
    settings,
    reloadBusiness: () => {
      current = businessOf(given.settings, db);
      writeBusinessFile(settings.dataDir, db);
    },
    billingNow,
    providers: createProviders(settings, db, now, billingNow),
    newsletter: settings.mailchimp ? createNewsletter(settings.mailchimp) : null,
    liveFeed,
    locks: createCheckoutLocks(),
    limits: createLimits(db, now, log, settings.isRateLimited),
    spamCheck: createSpamCheck(now, settings.isRateLimited),
    uploads: createUploads(settings.dataDir, now),
    freeBytes: freeBytesOf,
    whyNoOrders: createWriteTest(given, () => placeTrialOrder(context)),
    isStopping: false,
  };
  return context;
}
