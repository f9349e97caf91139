import { eq } from 'drizzle-orm';
import { DAY_MS } from '../../base/units.ts';
import { priceOffers } from '../../db/schema/recurring.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../context.ts';
import { RecurringRefused, recurringOf } from '../payments/recurring.ts';
import type { OrderAgreement } from './agreement-store.ts';
import { notifyBusiness } from './notify-of-recurring.ts';
import { currentOffer } from './price-offers.ts';

/**
 * How far the provider's time of a charge can be from the accepted one. Providers count whole seconds, and PayPal bills
 * at an hour of its own and counts the ends of months differently.
 */
const SAME_CHARGE_MS = 4 * DAY_MS;

/**
 * Changes the amount at the provider to a price that the customer accepted, once the next charge is the first one at it.
 * Returns whether it did. Interrupted, it is done again with the next check, which changes nothing.
 */
export async function applyOffer(context: AppContext, agreement: OrderAgreement): Promise<boolean> {
  const { db, billingNow } = context;
  const { orderNumber, provider, providerId, state, cancelAt, nextChargeAt } = agreement;
  const offer = currentOffer(db, agreement.id, billingNow());
  const isActive = state === 'active' || state === 'past-due';
  if (offer?.state !== 'accepted' || !isActive || cancelAt || !nextChargeAt || !providerId) return false;
  const recurring = recurringOf(context, agreement);
  const isTooLate = nextChargeAt.getTime() - billingNow().getTime() < (recurring.priceNoticeMs ?? 0);
  if (nextChargeAt.getTime() + SAME_CHARGE_MS < offer.startsAt.getTime() || isTooLate) return false;
  try {
    await recurring.changeAmount(providerId, offer.amountCents);
  } catch (error) {
    if (!(error instanceof RecurringRefused)) throw error;
    const review = { code: 'provider_refused', provider, reason: error.message.slice(0, 500) } as const;
    // Every check tries again.
    await inTransaction(db, () =>
      notifyBusiness(context, orderNumber, `offer-${offer.id}:refused`, { review }),
    );
    return false;
  }
  await inTransaction(db, () =>
    db.update(priceOffers).set({ appliedAt: billingNow() }).where(eq(priceOffers.id, offer.id)).run(),
  );
  return true;
}
