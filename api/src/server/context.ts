import { freeBytesOf } from '../base/data-folder.ts';
import { businessOf, businessOfServer } from '../operations/shop/business.ts';
import { type ShopContext, writeShopFile } from '../operations/shop/publish.ts';
import { placeTrialOrder } from '../money/checkout/trial-order.ts';
import { createCheckoutLocks } from '../money/settlement/checkout-locks.ts';
import { createUploads } from '../work/files/uploads.ts';
import { createSpamCheck } from '../work/forms/spam-check.ts';
import { createWriteTest } from '../operations/health/write-test.ts';
import { createLimits } from '../http/limits/limits.ts';
import { publishedBusiness } from '../db/catalogs.ts';
import { rulesOf } from '../db/rules.ts';
import { onChanges } from '../db/changes.ts';
import { createLiveFeed } from '../messages/live-feed.ts';
import { createNewsletter } from '../messages/newsletter/newsletter.ts';
import { aheadMs } from '../money/payments/demo/demo-clock.ts';
import type { AppContext } from '../money/context.ts';
import { createProviders } from '../money/payments/providers.ts';

type Given = Pick<AppContext, 'db' | 'settings' | 'log' | 'now' | 'passwords'>;

export function createContext(given: Given): ShopContext {
  const { db, log, now } = given;
  // From here on `inTransaction` waits for locks. SQLite's own wait would block every other request.
  db.$client.pragma('busy_timeout = 0');
  const readBusiness = () => businessOf(given.settings, publishedBusiness(db));
  // Read once for each version, because lists read the hours for each row.
  let current = readBusiness();
  writeShopFile(given.settings.dataDir, db);
  // Whoever holds the settings reads what counts now.
  const settings = {
    ...given.settings,
    ...rulesOf(given.settings, db),
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
  onChanges(db, ({ events, workers }) => {
    if (workers.has('shop')) current = readBusiness();
    events.forEach(liveFeed.publish);
  });
  const context: ShopContext = {
    ...given,
    settings,
    serverBusiness: businessOfServer(given.settings),
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
