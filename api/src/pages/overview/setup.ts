import { SAMPLE_BUSINESS } from '@northlight/shared/catalog/sample-business.ts';
import { SETUP_STEPS, type OverviewResponse, type TestOrder } from '@northlight/shared/contracts/overview.ts';
import type { Env } from '../../base/settings/env.ts';
import { isRealMoney } from '../../base/settings/payment-settings.ts';
import { rowOf, storedOf } from '../../db/connection-store.ts';
import { isPublishing, publishedBusiness } from '../../db/catalogs.ts';
import { isDecided, samplesOf } from '../../db/samples.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
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
export function setupOf(
  context: AppContext,
): Pick<OverviewResponse, 'setup' | 'testOrder' | 'isPublishing' | 'newer'> {
  const newer = newerVersion(context);
  if (readShopSettings(context.db).isSetupDismissed) return { setup: [], ...(newer && { newer }) };
  const { isDone, tests } = stepsOf(context);
  const setup = SETUP_STEPS.filter((step) => !isDone[step]);
  const none = { orderNumber: null, paid: false, email: false, form: false, refund: false };
  return {
    setup,
    ...(setup.length > 0 && isPublishing(context.db) && { isPublishing: true }),
    ...(newer && { newer }),
    ...(setup.includes('test-order') && { testOrder: tests[0] ?? none }),
  };
}

/** With the settings of the server, without what owners saved in the dashboard. */
export type WithServer = AppContext & { serverEnv: Env };

/** What has to be done before real money is taken. */
export function liveChecks(context: WithServer): { label: string; isDone: boolean; section?: string }[] {
  const { isDone } = stepsOf(context);
  const { db, serverEnv } = context;
  const samples = samplesOf(db, serverEnv.business);
  const keys = [rowOf(db, 'stripe'), rowOf(db, 'paypal')];
  const hasLive = keys.some((row) =>
    storedOf(serverEnv.secret, row)?.values?.['account']?.value.endsWith(' live'),
  );
  const fails = keys.some((row) => row?.failure);
  return [
    { label: 'Your business details are entered', isDone: isDone.business },
    { label: 'Sales tax: you decided', isDone: isDecided(samples, ['tax']), section: 'samples' },
    { label: 'No samples are left', isDone: isDecided(samples, SAMPLES), section: 'samples' },
    { label: 'Outgoing email works, and the test email arrived', isDone: isDone.email },
    { label: 'A backup was made and read back', isDone: isDone.backups },
    { label: 'The shop has an address with https', isDone: isDone.address },
    { label: 'An owner has a second factor', isDone: isDone.factor },
    { label: 'A test order went the whole way', isDone: isDone['test-order'] },
    { label: 'Stripe or PayPal has live keys, and they work', isDone: hasLive && !fails },
  ];
}

/** A step is done by being true, not by being ticked. */
function stepsOf(context: AppContext) {
  const { db, settings } = context;
  const { payments, smtpUrl, backup, business, publicUrl } = settings;
  const orders = overviewStore.newestOrders(db, ORDERS_SEEN);
  const samples = samplesOf(db, business);
  const tests = orders.map((order) => testOrderOf(context, order));
  const isDone: Record<(typeof SETUP_STEPS)[number], boolean> = {
    business: isOwn(publishedBusiness(db) ?? business),
    shop: isDecided(samples, ['prices', 'texts']),
    terms: isDecided(samples, ['reading']),
    payments: payments.mode !== 'demo',
    email: Boolean(smtpUrl) && rowOf(db, 'email')?.test?.isAnswered !== false,
    backups:
      backup.to !== null &&
      Boolean(upkeepStore.read(db, 'backup')?.succeededAt) &&
      rowOf(db, 'backups')?.test?.isAnswered !== false,
    address: publicUrl.startsWith('https://'),
    factor: adminStore.all(db).some(({ role, hasFactor }) => role === 'owner' && hasFactor === 1),
    'test-order':
      orders.length === ORDERS_SEEN ||
      tests.some(({ paid, email, form, refund }) => paid && email && form && refund),
    live: isRealMoney(payments),
  };
  return { isDone, tests };
}

/** Whether it is more than the sample without its phone. */
const isOwn = ({ name, email }: { name: string; email: string }): boolean =>
  name !== SAMPLE_BUSINESS.name || email !== SAMPLE_BUSINESS.email;

function testOrderOf({ db }: AppContext, order: orderStore.Order): TestOrder {
  const { orderNumber, caseId } = order;
  return {
    orderNumber,
    paid: order.paymentStatus === 'completed',
    email: outboxStore
      .ofCase(db, caseId)
      .some(({ kind, status }) => kind === 'order-confirmation' && status === 'sent'),
    form: order.paymentStatus === 'completed' && order.missingForms.length === 0,
    refund: orderStore.refundedOf(db, order) > 0,
  };
}
