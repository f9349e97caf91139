import { clientKey } from './rate-limit.ts';
import { createRecentTimes } from './recent-times.ts';

const WITHIN_MS = 60 * 60_000;
const MAX_PER_MAILBOX = 5;
const MAX_PER_NETWORK = 20;

export type UnverifiedRecipients = ReturnType<typeof createUnverifiedRecipients>;

/**
 * Anybody can send a form or place a free order in anybody's name. No mailbox gets more than a few emails an
 * hour that way, and no network makes the shop send more than a few. Kept in memory, so a restart resets it.
 */
export function createUnverifiedRecipients(now: () => Date, isRateLimited: boolean) {
  const toMailbox = createRecentTimes(now, { withinMs: WITHIN_MS, most: MAX_PER_MAILBOX });
  const fromNetwork = createRecentTimes(now, { withinMs: WITHIN_MS, most: MAX_PER_NETWORK });
  const isFlooding = (clientAddress: string | undefined): boolean =>
    isRateLimited && fromNetwork.of(clientKey(clientAddress ?? '')).length >= MAX_PER_NETWORK;
  return {
    /** Whether the network of whoever asks has had its emails of this hour. */
    isFlooding,
    /** Counts as one email if it may be sent. `clientAddress` is that of whoever asked for it, if known. */
    tryConsume: (email: string, clientAddress: string | undefined): boolean => {
      const mailbox = mailboxOf(email);
      const isTooMany = toMailbox.of(mailbox).length >= MAX_PER_MAILBOX;
      const isRefused = isFlooding(clientAddress) || (isRateLimited && isTooMany);
      fromNetwork.add(clientKey(clientAddress ?? ''));
      if (!isRefused) toMailbox.add(mailbox);
      return !isRefused;
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
