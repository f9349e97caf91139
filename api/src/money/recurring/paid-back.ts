import type { AppContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { type AgreementRow, type OrderAgreement } from './agreement-store.ts';
import { isOver } from '../payments/recurring.ts';
import * as agreementStore from './agreement-store.ts';
import { queueRecurringEmail, notifyBusiness, notifyOfUncanceled } from './notify-of-recurring.ts';
import { DAY_MS } from '../../base/units.ts';

/** What the customer got back of an order whose recurring payment goes on; null if nothing, or if it was kept. */
export const paidBackOf = ({ paidBack, ...agreement }: AgreementRow) =>
  paidBack === 'kept' || isOver(agreement) ? null : paidBack;

/**
 * Records that the customer got the money back, once, and tells the business, unless its own team gave it back and nothing
 * is left to decide. The next check ends the recurring payment, unless the shop's setting leaves that to an administrator.
 * Call it in the transaction of the cause.
 */
export function markPaidBack(
  context: Pick<AppContext, 'db' | 'settings' | 'now' | 'billingNow'>,
  { id, orderNumber }: Pick<Order, 'id' | 'orderNumber'>,
  why: 'refunded' | 'charged_back',
  isByTeam = false,
): void {
  const { db, settings, now, billingNow } = context;
  const agreement = agreementStore.byOrder(db, id);
  if (!agreement || isOver(agreement) || agreement.paidBack) return;
  agreementStore.update(db, agreement, { paidBack: why }, now());
  agreementStore.checkSoon(db, id, billingNow());
  const review = { code: 'paid_back', why, isEnding: settings.endsPaidBack } as const;
  if (!isByTeam || !review.isEnding) notifyBusiness(context, orderNumber, why, { review });
}

const CANCEL_AGAIN_MS = DAY_MS;

/** The provider refuses to cancel what must not go on, as PayPal can until the first billing. Both sides are told, once. */
export async function rememberUncanceled(
  context: AppContext,
  agreement: OrderAgreement,
  problem: string,
): Promise<void> {
  const { db, now, billingNow } = context;
  const tomorrow = new Date(billingNow().getTime() + CANCEL_AGAIN_MS);
  const nextCheckAt = agreement.nextCheckAt ?? tomorrow;
  await inTransaction(db, () => {
    agreementStore.update(db, agreement, { problem, nextCheckAt }, now());
    notifyOfUncanceled(context, agreement.orderNumber, problem);
    const at = (agreement.nextChargeAt ?? tomorrow).toISOString();
    queueRecurringEmail(context, agreement, 'not-canceled', { news: 'not-canceled', at });
  });
}
