import { clientKey } from './rate-limit.ts';
import { createRecentTimes } from './recent-times.ts';

const WITHIN_MS = 60 * 60_000;
const MAX_PER_MAILBOX = 5;
const MAX_PER_NETWORK = 20;

export type UnverifiedRecipients = ReturnType<typeof createUnverifiedRecipients>;

/**
 * Anybody can send a form or place a free order in anybody's name: no mailbox gets more than a few mails an hour by that, and
 * no network makes the shop write more than a few. In memory: a restart forgives.
 */
export function createUnverifiedRecipients(now: () => Date, isRateLimited: boolean) {
  const toMailbox = createRecentTimes(now, { withinMs: WITHIN_MS, most: MAX_PER_MAILBOX });
  const fromNetwork = createRecentTimes(now, { withinMs: WITHIN_MS, most: MAX_PER_NETWORK });
  return {
    /** Counts as one mail when it may. `clientAddress` is that of whoever asked for it, if known. */
    tryConsume: (email: string, clientAddress: string | undefined): boolean => {
      const mailbox = mailboxOf(email);
      const network = clientKey(clientAddress ?? '');
      const isTooMany =
        toMailbox.of(mailbox).length >= MAX_PER_MAILBOX || fromNetwork.of(network).length >= MAX_PER_NETWORK;
      if (isRateLimited && isTooMany) return false;
      toMailbox.add(mailbox);
      fromNetwork.add(network);
      return true;
    },
  };
}

/** Without what most hosts ignore: case and what follows a plus, at Gmail the dots as well. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const untagged = local.split('+')[0] || local;
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`;
}
