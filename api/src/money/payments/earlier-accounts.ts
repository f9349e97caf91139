import { setRecent } from '../../http/limits/rate-limit.ts';
import { InvalidSignature, ProviderDisabled, type PaymentProvider } from './provider.ts';
import type { RecurringProvider } from './recurring.ts';

const MOST_KNOWN = 10_000;

/**
 * A provider whose account was changed. New payments start at the current account. What was started at an earlier one
 * stays there: each call goes to the account that knows the payment.
 */
export function withEarlier(current: PaymentProvider, earlier: readonly PaymentProvider[]): PaymentProvider {
  if (earlier.length === 0) return current;
  const owners = new Map<string, PaymentProvider>();

  async function ownerOf(id: string, knows: (account: PaymentProvider) => Promise<boolean>) {
    const known = owners.get(id);
    if (known) return known;
    let fault: unknown;
    for (const account of [current, ...earlier]) {
      try {
        if (!(await knows(account))) continue;
        setRecent(owners, id, account, MOST_KNOWN);
        return account;
      } catch (error) {
        if (!isUnknownTo(error)) fault ??= error;
      }
    }
    // The account that did not answer may be the one.
    if (fault) throw fault;
    return current;
  }
  const paidTo = (id: string) =>
    ownerOf(id, async (account) => (await account.lookUp(id)).status !== 'missing');
  const agreedWith = async (id: string): Promise<RecurringProvider> => {
    const owner = await ownerOf(id, async ({ recurring }) => !(await recurring.lookUp(id)).isMissing);
    return owner.recurring;
  };
  const { recurring } = current;
  return {
    ...current,
    capture: async (id, ...rest) => (await paidTo(id)).capture(id, ...rest),
    lookUp: async (id, ...rest) => (await paidTo(id)).lookUp(id, ...rest),
    cancel: async (id, ...rest) => (await paidTo(id)).cancel(id, ...rest),
    refund: async (request) => (await paidTo(request.providerPaymentId)).refund(request),
    ...(earlier[0]?.lookUpRefund && {
      lookUpRefund: async (id) => {
        const owner = await ownerOf(id, async ({ lookUpRefund }) => Boolean(await lookUpRefund?.(id)));
        if (!owner.lookUpRefund) throw new ProviderDisabled(current.name);
        return owner.lookUpRefund(id);
      },
    }),
    parseEvent: async (...given) => {
      for (const account of [current, ...earlier.slice(0, -1)])
        try {
          return await account.parseEvent(...given);
        } catch (error) {
          if (!(error instanceof InvalidSignature)) throw error;
        }
      return (earlier.at(-1) ?? current).parseEvent(...given);
    },
    recurring: {
      ...recurring,
      ...(earlier[0]?.recurring.startedBy && { startedBy: earlier[0].recurring.startedBy }),
      start: async (terms, ...rest) => (await paidTo(terms.paymentId)).recurring.start(terms, ...rest),
      lookUp: async (id) => (await agreedWith(id)).lookUp(id),
      pause: async (id) => (await agreedWith(id)).pause(id),
      resume: async (id) => (await agreedWith(id)).resume(id),
      cancelNow: async (id) => (await agreedWith(id)).cancelNow(id),
      cancelLater: async (id) => (await agreedWith(id)).cancelLater(id),
      undoCancel: async (id) => (await agreedWith(id)).undoCancel(id),
      changeAmount: async (id, amount) => (await agreedWith(id)).changeAmount(id, amount),
      changePeriod: async (id, ...rest) => (await agreedWith(id)).changePeriod(id, ...rest),
      cardPage: async (id, returnUrl) => (await agreedWith(id)).cardPage(id, returnUrl),
      refundCharge: async (refund) => (await paidTo(refund.paymentId)).recurring.refundCharge(refund),
    },
  };
}

/** A method that is off knows no payment. Neither does an account that answers with 404. */
function isUnknownTo(error: unknown): boolean {
  const { status, statusCode } = Object(error);
  return error instanceof ProviderDisabled || status === 404 || statusCode === 404;
}
