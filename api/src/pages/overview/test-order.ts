import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { Checkout } from '@northlight/shared/contracts/checkout.ts';
import { OnHoldForm } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import type { TestStep } from '@northlight/shared/contracts/overview.ts';
import { reviewText } from '@northlight/shared/contracts/review.ts';
import { conflict } from '../../base/errors.ts';
import { type Env, isPublic } from '../../base/settings/env.ts';
import { isClosed, orderModeOf } from '../../base/settings/payment-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import { lastReceived } from '../../money/provider-events/event-store.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { askFor, startPayment } from '../../money/checkout/start-payment.ts';
import { submitCheckout } from '../../money/checkout/submit-checkout.ts';
import { madeUpDraft } from '../../money/checkout/trial-order.ts';
import type { AppContext } from '../../money/context.ts';
import type { DraftDetails } from '../../money/settlement/draft-store.ts';
import { refundPayment } from '../../money/refunds/refund-payment.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { onHoldAnswers } from '../../work/forms/answers.ts';
import { saveSubmission } from '../../work/forms/save-submission.ts';
import { submissionTables } from '../../work/forms/submission-store.ts';
import { setWorkStatus } from '../../work/fulfillment/work-status.ts';
import { emailKeyOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';

/** How long somebody waits to see that an email was sent, and that an event arrived. */
const WAITS_MS = 10_000;
const LOOK_MS = 100;

const NEEDS_A_PERSON =
  'Only a person can approve a payment at PayPal. Buy something in your shop with an account of PayPal’s sandbox; this list follows that order.';

/** A customer who buys on-hold audio, which is paid once, sends its form, and gets the money back. */
export async function runTestOrder(
  context: AppContext,
  { adminId, clientAddress }: { adminId: number; clientAddress: string },
): Promise<TestStep[]> {
  const { db, settings, providers, locks } = context;
  if (isClosed(settings.payments))
    throw conflict('checkout_closed', 'Your checkout is closed, so no test order can be placed.');
  if (orderModeOf(settings.payments) === 'live')
    throw conflict(
      'takes_real_money',
      'A test order needs test keys or the demo, and this shop has keys for real money.',
    );
  const steps: TestStep[] = [];
  /** Undefined if it failed. */
  const step = async <Result>(what: TestStep['what'], todo: string, work: () => Promise<Result>) => {
    try {
      const result = await work();
      steps.push({ what, problem: null });
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Unknown error';
      steps.push({ what, problem: `${/[.?!]$/.test(reason) ? reason : `${reason}.`} ${todo}`.trim() });
      return undefined;
    }
  };
  const { email } = adminStore.byId(db, adminId) ?? {};
  const details: DraftDetails = {
    ...madeUpDraft(email ?? settings.business.email, { serviceTypes: ['onhold'] }),
    isTest: true,
  };
  const { 'credit-card': card } = providers;
  const asked = { method: 'credit-card', details, claimedCents: 0, clientAddress } as const;
  const paid = await step(
    'pay',
    card.payAsTest ? 'Check Stripe under Settings, Connections.' : '',
    async () => {
      if (!card.payAsTest) throw new Error(NEEDS_A_PERSON);
      const about = askFor(context, asked);
      const { id } = await locks.run(details.checkoutId, () => startPayment(context, about));
      await card.payAsTest(id);
      return { id, amountCents: about.amountCents };
    },
  );
  if (!paid) return steps;
  const order = await step('order', 'Look at it under Order Tracking.', async () => {
    const initialPayment = centsToText(paid.amountCents);
    const sent = { ...details, basePrice: initialPayment, initialPayment, recurringPayment: '0.00' };
    const body = {
      ...sent,
      paymentMethod: 'credit-card',
      paymentStatus: 'completed',
      paymentIntentId: paid.id,
    };
    const made = await submitCheckout(context, Checkout.parse(body), clientAddress);
    if (made.review) throw new Error(reviewText(made.review, settings.hours.timeZone));
    return made;
  });
  if (!order) return steps;
  await step('form', 'Fill it out yourself with the link in the email.', async () => {
    const form = OnHoldForm.parse({ ...FORM, email: order.email, orderNumber: order.orderNumber });
    const sent = { ...form, orderKey: emailKeyOf(settings.secret, order) };
    await saveSubmission(context, {
      form: 'onhold',
      table: submissionTables.onhold,
      title: form.businessName,
      sent,
      answers: onHoldAnswers(form),
      clientAddress,
    });
    if (orderStore.byNumber(db, order.orderNumber)?.missingForms.length !== 0)
      throw new Error('The form arrived, but the order still waits for it.');
  });
  await step('refund', 'Refund it on the order’s page.', async () => {
    const refund = await refundPayment(context, {
      paymentId: order.paymentId ?? 0,
      amountCents: null,
      reason: 'Test order',
      key: randomUUID(),
      way: undefined,
      adminId,
      // No real money goes back.
      checkConfirmed: () => {},
    });
    if (refund.status === 'failed') throw new Error(refund.failure ?? 'The refund was refused.');
    // Nobody has to read its form or deliver it.
    await inTransaction(db, () => setWorkStatus(context, order.caseId, 'delivered', null));
  });
  await step('email', 'Check outgoing email under Settings, Connections.', () => emailSent(context, order));
  const payment = paymentStore.byId(db, order.paymentId ?? 0);
  if (payment && sendsEvents(settings, payment))
    await step('event', 'Check Stripe under Settings, Connections.', () =>
      until(() => hasEvent(db, payment) || null, 'No event has arrived from Stripe.'),
    );
  return steps;
}

/** Whether its provider tells the shop of it. */
export const sendsEvents = (settings: Env, { provider }: paymentStore.Payment): boolean =>
  (provider === 'stripe' || provider === 'paypal') && isPublic(settings);

/** Whether its provider has told the shop anything since it was started. */
export const hasEvent = (db: AppContext['db'], { provider, createdAt }: paymentStore.Payment): boolean =>
  (lastReceived(db, provider)?.getTime() ?? 0) >= createdAt.getTime();

/** Whether a mail server took it. Without one, emails are only saved on the server. */
export const leftTheServer = (db: AppContext['db'], { id, status }: outboxStore.OutboxMessage): boolean =>
  status === 'sent' && !outboxStore.emailOf(db, id)?.answer.startsWith('Saved as ');

async function until(isDone: () => true | null, problem: string): Promise<void> {
  for (let waited = 0; !isDone(); waited += LOOK_MS) {
    if (waited >= WAITS_MS) throw new Error(problem);
    await delay(LOOK_MS);
  }
}

/** Throws why it was not sent. */
async function emailSent({ db }: AppContext, { caseId, email }: orderStore.Order): Promise<void> {
  const find = () => outboxStore.ofCase(db, caseId).find(({ kind }) => kind === 'order-confirmation');
  const isOver = () => find()?.status === 'sent' || Boolean(find()?.lastError) || null;
  await until(isOver, `The email to ${email} was not sent: it still waits`);
  const message = find();
  if (message?.status !== 'sent')
    throw new Error(`The email to ${email} was not sent: ${message?.lastError}`);
  if (!leftTheServer(db, message))
    throw new Error('Emails are only saved on the server until outgoing email is connected.');
}

const FORM = {
  businessName: 'Test order',
  businessNiche: 'A test of the shop',
  customMessage: 'This is a test of the shop.',
};
