import { randomBytes } from 'node:crypto';
import { startFakeProvider } from '../provider/fake-provider.ts';
import { createWebhooks } from '../provider/webhooks.ts';
import { createPaypalRecords, money, type FakeCapture, type FakePaypalEvent, type Purse } from './records.ts';
import { forgetUnpaid, refundCapture, settleCapture, settleRefund } from './orders.ts';
import { approveAny, backFrom } from './approval-page.ts';
import { answerAsPaypal, type PaypalDeps } from './routes.ts';
import { createPaypalSignatures, paypalJson } from './signatures.ts';
import { openDispute, resolveDispute } from './disputes.ts';
import { advanceTo, settleFee, suspend } from './subscription-billing.ts';
import { tooMany } from './http.ts';

export type FakePaypal = Awaited<ReturnType<typeof startFakePaypal>>;
type Options = {
  port?: number;
  webhookUrl?: string;
  webhookId?: string;
  clientId?: string;
  clientSecret?: string;
};

/** A server with the PayPal calls that the shop makes, and records. It works without a test runner. */
export async function startFakePaypal({
  port = 0,
  webhookUrl,
  webhookId = `WH${randomBytes(8).toString('hex').toUpperCase()}`,
  clientId = `client-${randomBytes(12).toString('hex')}`,
  clientSecret = `secret-${randomBytes(12).toString('hex')}`,
}: Options = {}) {
  const sign = createPaypalSignatures(webhookId, () => server.base);
  const webhooks = createWebhooks<FakePaypalEvent>(webhookUrl, (body) => ({ ...sign(body) }), paypalJson);
  const records = createPaypalRecords(webhooks.happened, () => server.base);
  const deps: PaypalDeps = {
    records,
    clientId,
    clientSecret,
    tokens: new Set(),
    made: new Map(),
    settings: {
      refundStatus: 'COMPLETED',
      remembersRefusals: true,
      leavesRefusedApproved: false,
      unlistedReads: 0,
      showsDisputes: true,
      webhook: { id: webhookId, url: webhookUrl ?? 'https://elsewhere.example/hook', events: ['*'] },
      webhooks: [],
      forbidden: null,
    },
  };
  const server = await startFakeProvider({ port, answer: (call) => answerAsPaypal(deps, call), tooMany });
  const captureOf = (orderId: string): FakeCapture => {
    const taken = records.capturesOf(orderId).at(-1);
    if (!taken) throw new Error(`The order ${orderId} was never captured`);
    return taken;
  };

  const bought = (id: string) => (id.startsWith('I-') ? records.subscription(id) : records.order(id));

  return {
    ...server,
    clientId,
    clientSecret,
    webhookId,
    records,
    webhooks,
    settings: deps.settings,
    sign,
    /** The order or subscription. */
    bought,
    /** Ends all tokens, as PayPal does after nine hours. */
    endTokens: (): void => deps.tokens.clear(),
    /** Forgets all PayPal-Request-Ids, as PayPal does after six hours. */
    forgetRequestIds: (): void => deps.made.clear(),
    /** The buyer approves on PayPal's page. Returns the URL that the browser is sent to. */
    approve: (orderId: string, purse: Purse = 'pays'): string => {
      const order = bought(orderId);
      approveAny(records, order, purse);
      return backFrom(order, true);
    },
    /** Deletes an unpaid order or subscription, as PayPal does after some hours. */
    forget: (orderId: string): boolean =>
      records.orders.delete(orderId) || records.subscriptions.delete(orderId),
    /** The buyer returns without approving, and PayPal sends no event. Returns the browser's next URL. */
    cancel: (orderId: string): string => backFrom(bought(orderId), false),
    /** Completes or denies a pending capture. */
    settleCapture: (orderId: string, isPaid: boolean): void =>
      orderId.startsWith('I-')
        ? settleFee(records, captureOf(orderId), isPaid)
        : settleCapture(records, captureOf(orderId), isPaid ? 'COMPLETED' : 'DENIED'),
    settleRefund: (refundId: string, status: 'COMPLETED' | 'FAILED'): void => {
      const made = records.refunds.get(refundId);
      if (made) settleRefund(records, made, status);
    },
    refundAtDashboard: (orderId: string, amountCents?: number) => {
      const taken = captureOf(orderId);
      const amount = amountCents === undefined ? undefined : money(amountCents, taken.amount.currency_code);
      return refundCapture(records, taken.id, { amount }, 'COMPLETED');
    },
    /** The clock of subscriptions moves on, and what is due is billed. */
    advanceTo: (until: Date): void => {
      advanceTo(records, until);
      forgetUnpaid(records, until);
    },
    /** PayPal, or somebody in its dashboard with a note, suspends a subscription. */
    suspend: (id: string, note?: string): void => suspend(records, records.subscription(id), note),
    /** The buyer complains about a capture or another transaction. */
    openDispute: (transactionId: string, respondBy?: string) =>
      openDispute(records, transactionId, respondBy),
    resolveDispute: (id: string, outcome: string): void => resolveDispute(records, id, outcome),
    close: async (): Promise<void> => {
      await webhooks.close();
      await server.close();
    },
  };
}
