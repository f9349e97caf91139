import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '../db/transaction.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { askAgain } from '../refunds/refund-payment.ts';
import type { Payment } from '../payments/payment-store.ts';
import { settleUnattended } from './settle-unattended.ts';

const EVERY_MS = 60_000;
/** Younger attempts are still in the buyer's hands. */
const LEFT_ALONE_MS = 2 * 60_000;
const GIVEN_UP_MS = 7 * 24 * 60 * 60_000;
const BATCH = 50;

/** Asks the provider about every attempt left open; what was paid becomes an order though its browser died (D6). */
export async function sweepPayments(deps: CheckoutDeps): Promise<number> {
  const now = deps.now().getTime();
  const open = deps.paymentStore.dueToLook(
    new Date(now),
    new Date(now - LEFT_ALONE_MS),
    new Date(now - GIVEN_UP_MS),
    BATCH,
  );
  let completed = 0;
  for (const payment of open) {
    // A provider that answers at once would otherwise hold up every request until the last attempt is asked about.
    await nextTurn();
    try {
      if (await deps.locks.run(payment.draftId, () => look(deps, payment))) completed += 1;
    } catch (error) {
      deps.log.warn(
        { err: error, paymentId: payment.id },
        'a payment could not be looked up; trying again later',
      );
    }
  }
  await askAboutRefunds(deps);
  if (completed > 0) deps.log.info({ completed }, 'payments whose browser never came back are orders now');
  return completed;
}

/** Those whose answer was lost, and those that are under way. */
async function askAboutRefunds(deps: CheckoutDeps): Promise<void> {
  for (const refund of deps.refundStore.pending()) {
    try {
      await askAgain(deps, refund);
    } catch (error) {
      deps.log.warn(
        { err: error, refundId: refund.id },
        'a refund could not be looked up; trying again later',
      );
    }
  }
}

/** True when it has become an order. Asked about again when it is twice as old, at the soonest with the next sweep. */
async function look(deps: CheckoutDeps, payment: Payment): Promise<boolean> {
  const now = deps.now();
  const age = now.getTime() - payment.createdAt.getTime();
  await inTransaction(deps.db, () => deps.paymentStore.looked(payment.id, new Date(now.getTime() + age)));
  return settleUnattended(deps, payment, 'captureIfApproved');
}

/** Sweeps at once and every minute. The answer stops it and waits for a sweep under way. */
export function startSweeper(deps: CheckoutDeps): () => Promise<void> {
  const sweep = () =>
    sweepPayments(deps).then(
      () => {},
      (error: unknown) =>
        deps.log.error({ err: error }, 'the open payments could not be read; trying again later'),
    );
  let running = sweep();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
