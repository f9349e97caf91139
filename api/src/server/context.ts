import type { Env } from '../base/settings/env.ts';
import { orderModeOf } from '../base/settings/payment-settings.ts';
import { freeBytesOf } from '../base/data-folder.ts';
import { businessOf, businessOfServer } from '../operations/shop/business.ts';
import { type ShopContext, writeShopFile } from '../operations/shop/publish.ts';
import { placeTrialOrder } from '../money/checkout/trial-order.ts';
import { createUploads } from '../work/files/uploads.ts';
import { createSpamCheck } from '../work/forms/spam-check.ts';
import { createWriteTest } from '../operations/health/write-test.ts';
import { createLimits } from '../http/limits/limits.ts';
import { publishedBusiness } from '../db/catalogs.ts';
import { rulesOf } from '../db/rules.ts';
import { keepTookLive, settingsOf } from '../db/connection-store.ts';
import { fillSellers, noteSeller, sellerIn } from '../db/sellers.ts';
import { countSales } from '../db/customer-figures.ts';
import { isClaimed } from '../people/session/first-admin.ts';
import { inTransaction } from '../db/transaction.ts';
import { onChanges } from '../db/changes.ts';
import { createLiveFeed } from '../messages/live-feed.ts';
import { createNewsletter } from '../messages/newsletter/newsletter.ts';
import { aheadMs } from '../money/payments/demo/demo-store.ts';
import { type AppContext, createCheckoutLocks } from '../money/context.ts';
import { createProviders } from '../money/payments/providers.ts';

type Given = Pick<AppContext, 'db' | 'settings' | 'log' | 'now' | 'passwords'>;

/** What the owner publishes with the shop. */
const OF_BUSINESS = new Set<keyof Env>(['business', 'hours', 'mailFrom']);

export function createContext(given: Given): ShopContext {
  const { db, log, now } = given;
  // From here on `inTransaction` waits for locks. SQLite's own wait would block every other request.
  db.$client.pragma('busy_timeout = 0');
  keepTookLive(db, given.settings.secret, now());
  const readConnected = () => ({ ...settingsOf(db, given.settings).env, ...rulesOf(given.settings, db) });
  const readBusiness = () =>
    businessOf(connected, publishedBusiness(db), isClaimed({ db, settings: connected }));
  // Read once for each version, because lists read the hours for each row.
  let connected = readConnected();
  let current = readBusiness();
  // Whoever holds the settings reads what counts now.
  const settings = { ...connected };
  for (const name of Object.keys(settings) as (keyof Env)[])
    Object.defineProperty(settings, name, {
      get: () => (OF_BUSINESS.has(name) ? current : connected)[name as 'hours'],
      set: (value: never) => {
        Object.assign(connected, { [name]: value });
      },
      enumerable: true,
    });
  countSales(db, orderModeOf(settings.payments));
  const documents = fillSellers(db, (published) =>
    sellerIn(businessOf(connected, published, isClaimed({ db, settings: connected }))),
  );
  if (documents)
    log.info({ documents }, 'gave the documents so far the seller and the time zone of their day');
  noteSeller(db, sellerIn(current), now());
  writeShopFile({ db, settings, serverEnv: given.settings });
  const billingNow = () =>
    settings.payments.mode === 'demo' ? new Date(now().getTime() + aheadMs(db)) : now();
  const makeClients = () => ({
    providers: createProviders(settings, db, now, billingNow),
    newsletter: settings.mailchimp ? createNewsletter(settings.mailchimp) : null,
  });
  let clients = makeClients();
  const liveFeed = createLiveFeed();
  onChanges(db, ({ events, workers }) => {
    if (workers.has('connections')) {
      connected = readConnected();
      clients = makeClients();
      void inTransaction(db, () => countSales(db, orderModeOf(settings.payments))).catch((error: unknown) =>
        log.error({ err: error }, 'could not count the sales anew'),
      );
    }
    if (workers.has('shop') || workers.has('connections')) {
      current = readBusiness();
      void inTransaction(db, () => noteSeller(db, sellerIn(current), now())).catch((error: unknown) =>
        log.error({ err: error }, 'could not note who sells from now on'),
      );
    }
    events.forEach(liveFeed.publish);
  });
  const context: ShopContext = {
    ...given,
    settings,
    serverEnv: given.settings,
    serverBusiness: businessOfServer(given.settings),
    billingNow,
    get providers() {
      return clients.providers;
    },
    get newsletter() {
      return clients.newsletter;
    },
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
