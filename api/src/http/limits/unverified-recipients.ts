import { domainToASCII } from 'node:url';
import { clientKey, setRecent } from './rate-limit.ts';
import { HOUR_MS } from '../../base/units.ts';

const WITHIN_MS = HOUR_MS;
/** Later than this, it would no longer help. */
const LATEST_MS = 6 * WITHIN_MS;
const MAX_KEYS = 10_000;
/** Emails of one kind an hour: from a network, to a mailbox, and to a mailbox from one network. */
const MOST_FROM_NETWORK = 20;
const MAX_TO_MAILBOX = 15;
const MOST_OF_BOTH = 5;

/** Counted separately, so one kind doesn't use up another's limit. */
export type UnverifiedKind = 'order' | 'form' | 'link' | 'checkout';
/**
 * Anybody can send a form or place a free order in anybody's name. No mailbox gets more than a few emails an
 * hour that way, and no network makes the shop send more than a few. What is too many is sent later. A mailbox has
 * room left for other networks than the one that asks for most. Kept in memory, so a restart resets it.
 */
export function createUnverifiedRecipients(now: () => Date, isRateLimited: boolean) {
  /** When emails were or will be sent, by key, in Unix milliseconds. */
  const times = new Map<string, number[]>();
  /** Without those that no longer count. */
  const known = (key: string): number[] =>
    (times.get(key) ?? []).filter((at) => at > now().getTime() - WITHIN_MS);
  /** The first time from `from` on at which no hour around it has more than `most`. */
  function firstFree(key: string, most: number, from: number): number {
    const near = known(key).filter((at) => Math.abs(at - from) < WITHIN_MS);
    return near.length < most ? from : firstFree(key, most, Math.min(...near) + WITHIN_MS);
  }
  const ofNetwork = (kind: UnverifiedKind, address = '') => `${kind} ${clientKey(address)}`;

  return {
    /** Whether this network has used up its emails for this hour. */
    isFlooding: (kind: UnverifiedKind, address: string | undefined): boolean => {
      const time = now().getTime();
      return isRateLimited && firstFree(ofNetwork(kind, address), MOST_FROM_NETWORK, time) > time;
    },
    /**
     * When one more email may be sent: from `from` to `latest`, six hours later unless given; null when there is
     * no room until then. Counts it. `address`: the network address of the request, if known.
     */
    take: (
      kind: UnverifiedKind,
      email: string,
      address: string | undefined,
      from = now(),
      latest = new Date(from.getTime() + LATEST_MS),
    ): Date | null => {
      const network = ofNetwork(kind, address);
      const mailbox = mailboxOf(email);
      const limits: [string, number][] = [
        [network, MOST_FROM_NETWORK],
        [`${kind} ${mailbox}`, MAX_TO_MAILBOX],
        [`${network} ${mailbox}`, MOST_OF_BOTH],
      ];
      if (!isRateLimited) return from;
      let at = from.getTime();
      for (let before = -1; before !== at;) {
        before = at;
        for (const [key, most] of limits) at = firstFree(key, most, at);
      }
      if (at > latest.getTime()) return null;
      for (const [key] of limits) setRecent(times, key, [...known(key), at], MAX_KEYS);
      return new Date(at);
    },
  };
}

/** Without what most hosts ignore: case and what follows a plus, at Gmail the dots as well. */
export function mailboxOf(email: string): string {
  const [local = '', written = ''] = email.toLowerCase().split('@');
  const domain = domainToASCII(written) || written;
  const untagged = local.split('+')[0] || local;
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`;
}
