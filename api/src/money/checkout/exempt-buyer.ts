import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { ApiError } from '../../base/errors.ts';
import type { RecordContext } from '../../db/context.ts';
import { openAgain } from '../../work/customers/customer-key.ts';
import { exemptionOf } from '../../work/customers/customer-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import { addressOfResumeKey } from '../unfinished-checkouts/resume-key.ts';

type Buyer = Pick<DraftDetails, 'email' | 'exemptionKey' | 'addonTo'>;

/**
 * The certificate of a buyer who pays no sales tax. Anybody can type an exempt customer's address, and must not learn
 * from the price whose it is. So the buyer has to hold a link that was sent to that address, and what is added to an
 * order is exempt only if the order was: whoever pays for an order gets the key of its page.
 */
export function exemptionOfBuyer(context: RecordContext, buyer: Buyer): string | undefined {
  const { email, addonTo } = buyer;
  const isProven =
    addonTo === undefined
      ? provenAddress(context, buyer)?.toLowerCase() === email.toLowerCase()
      : orderStore.byNumber(context.db, addonTo)?.terms?.exempt !== undefined;
  return isProven ? exemptionOf(context, email) : undefined;
}

function provenAddress(context: RecordContext, { exemptionKey: key }: Buyer): string | undefined {
  return key === undefined
    ? undefined
    : (openAgain(context, key)?.person.email ?? addressOfResumeKey(context, key));
}

/** Whether the buyer was shown a lower price, because the exemption counted when the checkout was opened. */
export const hasLostExemption = ({ exemptionKey }: Buyer, { terms, dueTodayCents }: Price): boolean =>
  exemptionKey !== undefined && terms !== undefined && terms.taxPercent > 0 && dueTodayCents > 0;

export const exemptionEnded = ({ dueTodayCents }: Price) =>
  new ApiError(
    409,
    'exemption_ended',
    `Your exemption from sales tax doesn’t count for this order. The total is now ${formatUsd(dueTodayCents)}. You haven’t been charged. Please check it before you pay.`,
  );
