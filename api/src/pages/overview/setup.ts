import { SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import { SETUP_STEPS, type OverviewResponse, type TestOrder } from '@northlight/shared/contracts/overview.ts';
import type { Env } from '../../base/settings/env.ts';
import { isFixed } from '../../base/settings/connections.ts';
import { kindOfKeys, PROVIDER_IDS } from '../../base/settings/payment-state.ts';
import { type ConnectionRow, plainValues, rowOf, settingsOf, storedOf } from '../../db/connection-store.ts';
import { isPublishing, publishedBusiness, publishFailure } from '../../db/catalogs.ts';
import { isDecided, samplesOf } from '../../db/samples.ts';
import type { Db } from '../../db/client.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { serverId } from '../../base/settings/mail-consent.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import { hasEvent, leftTheServer, sendsEvents } from './test-order.ts';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { AppContext } from '../../money/context.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { newerVersion } from './newer-version.ts';
import * as overviewStore from './overview-store.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';

/** Those that must not sell unasked. Terms, refund rules, and the privacy page may stay as they came. */
const SAMPLES = ['promo', 'prices', 'texts', 'testimonials', 'contact'] as const;

/** A test order is among the first. */
const ORDERS_SEEN = 20;

/** What is not set up yet. */
export function setupOf(context: AppContext): Pick<OverviewResponse, 'setup' | 'testOrder' | 'newer'> {
  const newer = newerVersion(context);
  if (readShopSettings(context.db).isSetupDismissed) return { setup: [], ...(newer && { newer }) };
  const { isDone, tests } = stepsOf(context);
  const setup = SETUP_STEPS.filter((step) => !isDone[step]);
  const none = { orderNumber: null, paid: false, email: false, form: false, refund: false };
  return {
    setup,
    ...(newer && { newer }),
    ...(setup.includes('test-order') && { testOrder: tests[0] ?? none }),
  };
}

/** Whatever else is left to do, who saved something sees what became of it. */
export function publishingOf(db: Db): Pick<OverviewResponse, 'isPublishing' | 'publishFailure'> {
  const failure = publishFailure(db);
  return {
    ...(isPublishing(db) && { isPublishing: true }),
    ...(failure !== undefined && { publishFailure: failure }),
  };
}

/** With the settings of the server, without what owners saved in the dashboard. */
export type WithServer = AppContext & { serverEnv: Env };

/** What has to be done before real money is taken. */
export function liveChecks(context: WithServer): { label: string; isDone: boolean; section?: string }[] {
  const { isDone } = stepsOf(context);
  const { db, serverEnv } = context;
  const samples = samplesOf(db, serverEnv.business);
  const { faults } = settingsOf(db, serverEnv);
  const { mode, uses } = context.settings.paymentState;
  const live = PROVIDER_IDS.filter((id) => {
    if (isFixed(serverEnv, id)) return mode === 'live' && uses.includes(id);
    const values = storedOf(serverEnv.secret, rowOf(db, id))?.values;
    return values && kindOfKeys(id, plainValues(values)) === 'live';
  });
  const keysWork = live.length > 0 && live.every((id) => works(db, id) && !faults[id]);
  return [
    { label: 'Enter your business details', isDone: isDone.business },
    { label: 'Decide whether you charge sales tax', isDone: isDecided(samples, ['tax']), section: 'samples' },
    { label: 'Keep or replace every sample', isDone: isDecided(samples, SAMPLES), section: 'samples' },
    { label: 'Connect outgoing email, and confirm that the test email arrived', isDone: isDone.email },
    { label: 'Set up backups, until one was made and read back', isDone: isDone.backups },
    { label: 'Set the shop’s web address, with https', isDone: isDone.address },
    { label: 'Add a second factor to an owner’s account', isDone: isDone.factor },
    { label: 'Place a test order that works from start to finish', isDone: isDone['test-order'] },
    { label: 'Connect Stripe or PayPal with live keys that work', isDone: keysWork },
  ];
}

/** A step is done by being true, not by being ticked. */
function stepsOf(context: AppContext) {
  const { db, settings } = context;
  const { payments, paymentState, smtpUrl, backup, business, publicUrl } = settings;
  const [email, backups] = [rowOf(db, 'email'), rowOf(db, 'backups')];
  const server = smtpUrl && serverId(smtpUrl);
  const lastBackup = upkeepStore.read(db, 'backup');
  const orders = overviewStore.newestOrders(db, ORDERS_SEEN);
  const samples = samplesOf(db, business);
  const tests = orders.map((order) => testOrderOf(context, order));
  const isDone: Record<(typeof SETUP_STEPS)[number], boolean> = {
    business: isOwn(publishedBusiness(db) ?? business),
    shop: isDecided(samples, ['prices', 'texts']),
    terms: isDecided(samples, ['reading']),
    payments:
      payments.mode !== 'demo'
        ? paymentState.uses.length > 0
        : paymentState.waits.some((id) => works(db, id)),
    email:
      server !== undefined &&
      works(db, 'email') &&
      isAnswered(email) &&
      (email?.test?.for ?? server) === server,
    backups:
      backup.to !== null &&
      Boolean(lastBackup?.succeededAt) &&
      lastBackup?.failure === null &&
      // What the server sets has no form. Something may still be stored of another place.
      (isFixed(settings, 'backups') || !backups?.sealed || (works(db, 'backups') && isAnswered(backups))),
    address:
      publicUrl.startsWith('https://') &&
      works(db, 'address') &&
      rowOf(db, 'address')?.test?.for === publicUrl,
    factor: adminStore
      .all(db)
      .some(({ role, isActive, hasFactor }) => role === 'owner' && isActive && hasFactor === 1),
    'test-order': readShopSettings(db).tookLive === true || tests.some(wentTheWholeWay),
    live: paymentState.mode === 'live',
  };
  return { isDone, tests };
}

/** Whether it is more than the sample without its phone. */
const isOwn = ({ name, email }: { name: string; email: string }): boolean =>
  name !== SAMPLE_BUSINESS.name || email !== SAMPLE_BUSINESS.email;

/** Whether the last check found that it works. */
const works = (db: AppContext['db'], id: ConnectionId): boolean => {
  const row = rowOf(db, id);
  return row !== undefined && row.checkedAt !== null && row.failure === null;
};

const isAnswered = (row: ConnectionRow | undefined): boolean => row?.test?.isAnswered === true;

const wentTheWholeWay = ({ paid, email, form, refund, event }: TestOrder): boolean =>
  paid && email && form && refund && event !== false;

function testOrderOf({ db, settings }: AppContext, order: orderStore.Order): TestOrder {
  const { orderNumber, caseId, paymentId } = order;
  const payment = paymentId === null ? undefined : paymentStore.byId(db, paymentId);
  return {
    orderNumber,
    paid: order.paymentStatus === 'completed',
    email: outboxStore
      .ofCase(db, caseId)
      .some((message) => message.kind === 'order-confirmation' && leftTheServer(db, message)),
    form: order.paymentStatus === 'completed' && order.missingForms.length === 0,
    refund: orderStore.refundedOf(db, order) > 0,
    ...(payment && sendsEvents(settings, payment) && { event: hasEvent(db, payment) }),
  };
}
