import type { Router } from '@koa/router';
import { dollarsToCents, formatUsd } from '@northlight/shared/catalogue/money.ts';
import { REFUND_PATH, RefundRequest, type ActionAnswer } from '@northlight/shared/contracts/admin/cases.ts';
import { refundRefused } from '../../errors.ts';
import { validateBody } from '../../middleware/validate.ts';
import { adminIdOf } from '../../session/session.ts';
import { refundPayment } from './refund-payment.ts';
import type { AppContext } from '../../context.ts';

export function refundRoutes(router: Router, context: AppContext): void {
  router.post(REFUND_PATH, async (ctx) => {
    const { amount, reason, refundKey } = validateBody(ctx, RefundRequest);
    const refund = await refundPayment(context, {
      paymentId: Number(ctx.params['id']),
      amountCents: amount === undefined ? null : dollarsToCents(amount),
      reason,
      key: refundKey,
      adminId: adminIdOf(ctx),
    });
    if (refund.status === 'failed')
      throw refundRefused(refund.failure ?? 'The payment provider declined it.');
    const sum = formatUsd(refund.amountCents);
    const message = {
      succeeded: `${sum} refunded`,
      pending: `${sum} refund requested. The payment provider hasn’t confirmed it yet.`,
    }[refund.status];
    ctx.body = { success: true, message } satisfies ActionAnswer;
  });
}
