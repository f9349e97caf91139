import { randomBytes } from 'node:crypto';
import { startFakeProvider } from '../provider/fake-provider.ts';
import { createWebhooks } from '../provider/webhooks.ts';
import { createPaypalRecords, money, type FakeCapture, type FakePaypalEvent, type Purse } from './records.ts';
import { approve, refundCapture, settleCapture, settleRefund } from './orders.ts';
import { backFrom } from './approval-page.ts';
import { answerAsPaypal, type PaypalDeps } from './routes.ts';
import { createPaypalSignatures, paypalJson } from './signatures.ts';
import { tooMany } from './http.ts';

export type FakePaypal = Awaited<ReturnType<typeof startFakePaypal>>;
type Options = {
  port?: number;
  webhookUrl?: string;
  webhookId?: string;
  clientId?: string;
  clientSecret?: string;
};

/** A server that speaks PayPal's wire for the calls made here, and keeps its records. It needs no test runner. */
export async function startFakePaypal({
  port = 0,
  webhookUrl,
  webhookId = `WH${randomBytes(8).toString('hex').toUpperCase()}`,
  clientId = `client-${randomBytes(12).toString('hex')}`,
  clientSecret = `secret-${randomBytes(12).toString('hex')}`,
}: Options = {}) {
  const sign = createPaypalSignatures(webhookId, () => server.base);
  const webhooks = createWebhooks<FakePaypalEvent>(webhookUrl, (body) => ({ ...sign(body) }), paypalJson);
  const records = createPaypalRecords(webhooks.happened);
  const deps: PaypalDeps = {
    records,
    clientId,
    clientSecret,
    tokens: new Set(),
    made: new Map(),
    settings: { refundStatus: 'COMPLETED', remembersRefusals: true, leavesRefusedApproved: false },
    base: () => server.base,
  };
  const server = await startFakeProvider({ port, answer: (call) => answerAsPaypal(deps, call), tooMany });
  const captureOf = (orderId: string): FakeCapture => {
    const taken = records.capturesOf(orderId).at(-1);
    if (!taken) throw new Error(`The order ${orderId} was never captured`);
    return taken;
  };

  return {
    ...server,
    clientId,
    clientSecret,
    webhookId,
    records,
    webhooks,
    settings: deps.settings,
    sign,
    /** Every token that was given out ends, as they do after nine hours. */
    endTokens: (): void => deps.tokens.clear(),
    /** Six hours pass, and with them every PayPal-Request-Id. */
    forgetRequestIds: (): void => deps.made.clear(),
    /** The buyer agrees on PayPal's page; where the browser is sent. */
    approve: (orderId: string, purse: Purse = 'pays'): string => {
      const order = records.order(orderId);
      approve(records, server.base, order, purse);
      return backFrom(order, true);
    },
    /** PayPal forgets orders that nobody pays, after some hours. */
    forget: (orderId: string): void => void records.orders.delete(orderId),
    /** The buyer goes back without agreeing, of which PayPal tells nobody; where the browser is sent. */
    cancel: (orderId: string): string => backFrom(records.order(orderId), false),
    /** What a slow purse comes to. */
    settleCapture: (orderId: string, isPaid: boolean): void =>
      settleCapture(records, server.base, captureOf(orderId), isPaid ? 'COMPLETED' : 'DENIED'),
    settleRefund: (refundId: string, status: 'COMPLETED' | 'FAILED'): void => {
      const made = records.refunds.get(refundId);
      if (made) settleRefund(records, server.base, made, status);
    },
    refundAtDashboard: (orderId: string, amountCents?: number) => {
      const taken = captureOf(orderId);
      const amount = amountCents === undefined ? undefined : money(amountCents, taken.amount.currency_code);
      return refundCapture(records, server.base, taken.id, { amount }, 'COMPLETED');
    },
    close: async (): Promise<void> => {
      await webhooks.close();
      await server.close();
    },
  };
}
