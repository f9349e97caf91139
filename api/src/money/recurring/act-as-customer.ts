import type { ChangeRecurring } from '@northlight/shared/contracts/recurring.ts';
import { notFound, recurringRefused, type ApiError } from '../../base/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../context.ts';
import { cancelUnstarted, changeAt, isUnpaid, type Change } from './act-on-agreement.ts';
import type { OrderAgreement } from './agreement-store.ts';
import * as agreementStore from './agreement-store.ts';
import { withAgreementLock } from './check-agreement.ts';
import { notifyOfRefusal } from './notify-of-recurring.ts';
import { askForPeriod, changedText } from './change-period.ts';
import { answerOffer } from './price-offers.ts';

const LEAVING = 'Taking you to the payment provider.';

type CustomerChange = { message: string; url: string | null };

/** What customers do on their own page. `pageUrl` is where the provider sends them back to. */
export function actAsCustomer(
  context: AppContext,
  { id }: OrderAgreement,
  { action, offer, otherPeriod }: ChangeRecurring,
  pageUrl: string,
): Promise<CustomerChange> {
  return withAgreementLock(context, id, async () => {
    const agreement = agreementStore.byOrder(context.db, id);
    if (!agreement) throw notFound();
    const change = <Result>(work: Change<Result>) =>
      changeAt(context, agreement, work, (reason) => refusedToCustomer(context, agreement, reason));
    switch (action) {
      case 'cancel':
        if (agreement.state === 'pending') await cancelUnstarted(context, agreement);
        else {
          // Later would still collect the payment of this period. One that is paid for is not taken away.
          const isBehind = await isUnpaid(context, agreement);
          const isAtOnce = isBehind && agreementStore.chargesOf(context.db, id).at(-1)?.state !== 'paid';
          await change((recurring, id) => (isAtOnce ? recurring.cancelNow(id) : recurring.cancelLater(id)));
        }
        return { message: 'Canceled. You won’t be charged again.', url: null };
      case 'undo-cancel':
        await change((recurring, id) => recurring.undoCancel(id));
        return { message: 'Your recurring payment will continue.', url: null };
      case 'accept-offer':
      case 'decline-offer':
        return { message: await answerOffer(context, agreement, action, offer), url: null };
      case 'change-period': {
        const { period } = agreement;
        if (otherPeriod?.period === period)
          return { message: `You already pay by the ${period}.`, url: null };
        const asked = await askForPeriod(context, agreement, otherPeriod);
        const url = await change((recurring, id) => recurring.changePeriod(id, asked, pageUrl));
        return { message: url ? LEAVING : changedText(asked, context.settings.hours.timeZone), url };
      }
      case 'pay':
      case 'update-card': {
        const failed = agreementStore.chargesOf(context.db, id).findLast(({ state }) => state === 'failed');
        const url =
          (action === 'pay' && failed?.payUrl) ||
          (await change((recurring, id) => recurring.cardPage(id, pageUrl)));
        const done =
          action === 'pay' ? 'Thank you. We received your payment.' : 'Your payment method has been updated.';
        return { message: url ? LEAVING : done, url };
      }
    }
  });
}

/** Asks the provider, and returns what is known then. If it doesn't answer now, the next check asks again. */
export const checkNow = (context: AppContext, { id }: OrderAgreement): Promise<OrderAgreement> =>
  withAgreementLock(context, id, async () => {
    const read = () => {
      const agreement = agreementStore.byOrder(context.db, id);
      if (!agreement) throw notFound();
      return agreement;
    };
    await isUnpaid(context, read()).catch(() => {});
    return read();
  });

/** The provider's words are for the business. */
async function refusedToCustomer(
  context: AppContext,
  { provider, orderNumber }: OrderAgreement,
  reason: string,
): Promise<ApiError> {
  await inTransaction(context.db, () => notifyOfRefusal(context, provider, reason, orderNumber));
  const elsewhere =
    provider === 'paypal' ? ' You can also do it in your PayPal account, under Automatic payments.' : '';
  return recurringRefused(
    `This can’t be changed here right now. We’ve been told, and we’ll take care of it.${elsewhere}`,
  );
}
