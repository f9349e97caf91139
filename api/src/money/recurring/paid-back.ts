import type { AppContext } from '../context.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { isOver } from '../payments/states.ts';
import type { AgreementRow } from './agreement-store.ts';
import * as agreementStore from './agreement-store.ts';
import { tellBusiness } from './tell-business.ts';

/** What the customer got back of an order whose recurring payment goes on; null if nothing, or if it was kept. */
export const paidBackOf = ({ paidBack, ...agreement }: AgreementRow) =>
  paidBack === 'kept' || isOver(agreement) ? null : paidBack;

/**
 * Records that the customer got the money back, once, and tells the business. The next check ends the recurring
 * payment, unless the shop's setting leaves that to an administrator. Call it in the transaction of the cause.
 */
export function markPaidBack(
  context: Pick<AppContext, 'db' | 'settings' | 'now' | 'billingNow'>,
  { id, orderNumber }: Pick<Order, 'id' | 'orderNumber'>,
  why: 'refunded' | 'charged_back',
): void {
  const { db, settings, now, billingNow } = context;
  const agreement = agreementStore.byOrder(db, id);
  if (!agreement || isOver(agreement) || agreement.paidBack) return;
  agreementStore.update(db, agreement, { paidBack: why }, now());
  agreementStore.checkSoon(db, id, billingNow());
  const review = { code: 'paid_back', why, isEnding: settings.endsPaidBack } as const;
  tellBusiness(context, orderNumber, why, { review });
}
