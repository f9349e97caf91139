import type { Price } from '@northlight/shared/catalog/price.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import { dayIn } from '../../base/business-hours.ts';
import type { AppContext } from '../context.ts';
import { type ApiError, badField } from '../../base/errors.ts';
import type { Order } from '../../work/orders/order-store.ts';
import type { PromoCode } from './promo-store.ts';
import * as promoStore from './promo-store.ts';
import { HOUR_MS } from '../../base/units.ts';

/** How long an open payment keeps its checkout’s use of a code. Each new try to pay holds it anew. */
const HELD_MS = HOUR_MS;

const INVALID = 'The promo code you entered is invalid or expired.';
const USED_UP = 'This promo code has been used up.';
const USED_BY_EMAIL = 'This promo code can’t be used again with this email address.';

/** Who wants to use a code. */
type User = { checkoutId?: string | undefined; email: string };

type Beyond = Extract<Review, { code: 'promo_limit' }>;

export const promoRefused = (message: string): ApiError => badField('promoCode', message);

/** The code if it can be used today, or the reason why not, for the customer. */
export function usablePromo(
  { db, now, settings }: Pick<AppContext, 'db' | 'now' | 'settings'>,
  code: string,
  user?: User,
): PromoCode | { refusal: string; isUsedUp: boolean } {
  const promo = promoStore.find(db, code);
  const today = dayIn(settings.hours, now());
  if (!promo?.isActive || today < (promo.startsOn ?? today) || today > (promo.endsOn ?? today))
    return { refusal: INVALID, isUsedUp: false };
  const { maxUses, maxUsesPerEmail } = promo;
  if (maxUses === null && maxUsesPerEmail === null) return promo;
  const { checkoutId = '', email = '' } = user ?? {};
  const uses = promoStore.usesBeside(db, promo.code, { checkoutId, email }, now());
  if (uses.all >= (maxUses ?? Infinity)) return { refusal: USED_UP, isUsedUp: true };
  if (uses.ofEmail >= (maxUsesPerEmail ?? Infinity)) return { refusal: USED_BY_EMAIL, isUsedUp: true };
  return promo;
}

/**
 * Holds a use for a checkout whose payment starts, and gives back one that its price no longer needs. Throws
 * when the code cannot be used anymore. Call it in the transaction that stores the draft.
 */
export function holdPromo(context: AppContext, user: User & { checkoutId: string }, price: Price): void {
  const { db, now } = context;
  if (price.promoCode === null) return promoStore.dropUse(db, user.checkoutId);
  refuseBeyond(context, price.promoCode, user);
  promoStore.putUse(db, {
    ...user,
    code: price.promoCode,
    heldUntil: new Date(now().getTime() + HELD_MS),
    discountCents: price.discountCents,
  });
}

function refuseBeyond(context: AppContext, code: string, user: User): void {
  const promo = usablePromo(context, code, user);
  if ('refusal' in promo) throw promoRefused(promo.refusal);
}

/**
 * Counts the use of a paid order for good, even beyond a limit, because the money is already here. Returns which limit
 * it is beyond, for the business to review. A card is charged at the provider without asking here, however late. A free
 * order is refused instead. Call it in the transaction that completes the order.
 */
export function countPromo(context: AppContext, order: Order): Beyond | null {
  const { promoCode, email, discountCents, initialPaymentCents, receivedAmountCents } = order;
  if (promoCode === null) return null;
  const checkoutId = order.checkoutId ?? order.orderNumber;
  if (initialPaymentCents === 0) refuseBeyond(context, promoCode, { checkoutId, email });
  promoStore.putUse(context.db, {
    checkoutId,
    code: promoCode,
    email,
    heldUntil: null,
    discountCents,
    receivedCents: receivedAmountCents ?? 0,
  });
  const terms = promoStore.find(context.db, promoCode);
  const uses = promoStore.paidBeside(context.db, promoCode, { checkoutId, email });
  if (uses.ofEmail >= (terms?.maxUsesPerEmail ?? Infinity))
    return { code: 'promo_limit', promoCode, limit: 'email' };
  if (uses.all >= (terms?.maxUses ?? Infinity)) return { code: 'promo_limit', promoCode, limit: 'all' };
  return null;
}
