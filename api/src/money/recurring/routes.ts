import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { ORDER_PAGE } from '@northlight/shared/contracts/customer-links.ts';
import type { AppContext } from '../context.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { badLink } from '../../base/errors.ts';
import { isOrderKey } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { actAsCustomer, checkNow } from './act-as-customer.ts';
import { agreementList } from './agreement-list.ts';
import * as agreementStore from './agreement-store.ts';
import { presentToCustomer } from './present-agreement.ts';
import { isAwaited, otherPeriodOf, yearlyAfter } from './change-period.ts';
import { presentOffer } from './price-offers.ts';

type Link = { order: string; key: string };

export function recurringRoutes(mount: Mount, context: AppContext): void {
  const { db, settings } = context;

  /** A wrong key and a missing order get the same answer. */
  function linked({ order: number, key }: Link): agreementStore.OrderAgreement {
    const order = orderStore.byNumber(db, normalizeOrderNumber(number));
    const isOurs = order && isOrderKey(settings.secret, order, key);
    const agreement = isOurs ? agreementStore.byOrder(db, order.id) : undefined;
    if (!agreement)
      throw badLink(
        'This link isn’t valid. Please check that you opened the whole link, or reply to one of our emails.',
      );
    return agreement;
  }

  mount('GET /api/recurring-payment', async ({ query }) => {
    const before = linked(query);
    // Back from the provider's page, the customer wants to see what they approved there.
    const agreement = isAwaited(context, before) ? await checkNow(context, before) : before;
    return presentToCustomer(agreement, agreementStore.chargesOf(db, agreement.id), {
      offer: presentOffer(context, agreement),
      otherPeriod: otherPeriodOf(context, agreement),
      ...yearlyAfter(context, agreement),
      now: context.billingNow(),
      timeZone: settings.hours.timeZone,
    });
  });

  mount('POST /api/recurring-payment', async ({ query, body }) => {
    const agreement = linked(query);
    const link = new URLSearchParams({ order: agreement.orderNumber, key: query.key });
    const done = await actAsCustomer(context, agreement, body, `${settings.publicUrl}${ORDER_PAGE}?${link}`);
    return { success: true, ...done };
  });

  const list = agreementList(context);
  mount('GET /api/json/recurring', list.read('agreements'));
  mount('GET /api/json/recurring.csv', list.download);
}
