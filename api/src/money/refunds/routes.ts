import { dollarsToCents, formatUsd } from '@northlight/shared/catalog/money.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { refundRefused } from '../../base/errors.ts';
import { adminIdOf, confirmRefund } from '../../people/session/session.ts';
import { refundPayment } from './refund-payment.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { AppContext } from '../context.ts';

export function refundRoutes(mount: Mount, context: AppContext): void {
  mount('POST /api/admin/payments/:id/refund', async ({ params, body, ctx }) => {
    const { amount, reason, refundKey, way } = body;
    recordDetail({
      amount: amount ?? 'everything left',
      orderNumber: orderStore.byPaymentId(context.db, params.id)?.orderNumber,
    });
    const refund = await refundPayment(context, {
      paymentId: params.id,
      amountCents: amount === undefined ? null : dollarsToCents(amount),
      reason,
      key: refundKey,
      way,
      adminId: adminIdOf(ctx),
      checkConfirmed: () => confirmRefund(context, ctx, amount),
    });
    if (refund.status === 'failed')
      throw refundRefused(refund.failure ?? 'The payment provider declined it.');
    const sum = formatUsd(refund.amountCents);
    const message = {
      succeeded: refund.way ? `Refund of ${sum} recorded` : `${sum} refunded`,
      pending: `${sum} refund requested. The payment provider hasn’t confirmed it yet.`,
    }[refund.status];
    return { success: true, message };
  });
}
