import type { AppContext } from '../context.ts';
import { isTestOrder } from '../../db/next-number.ts';
import { isCounted } from '../../db/tallies.ts';
import { dayIn } from '../../base/business-hours.ts';
import type { Order } from '../../work/orders/order-store.ts';
import * as funnelStore from './funnel-store.ts';

/** Counts older than this are deleted. */
const KEPT_DAYS = 400;

type Step = Omit<funnelStore.Counted, 'day' | 'cents'> & { cents?: number };

/** Call it inside a transaction. */
export function countStep({ db, now, settings: { hours } }: AppContext, step: Step): void {
  funnelStore.count(db, { cents: 0, ...step, day: dayIn(hours, now()) }, KEPT_DAYS);
}

/**
 * Counts a paid order. One that costs nothing today has passed the payment step, too. Call it in the transaction
 * that completes the order.
 */
export function countPaid(context: AppContext, order: Order): void {
  if (isTestOrder(order) || !isCounted(context.db, order.paymentMode)) return;
  const { cameFrom, serviceTypes: services, receivedAmountCents, initialPaymentCents } = order;
  const step = { services, cameFrom, isFirst: true };
  if (initialPaymentCents === 0) countStep(context, { ...step, step: 'payment' });
  countStep(context, { ...step, step: 'paid', cents: receivedAmountCents ?? 0 });
}
