import type { MailConsent } from '../../base/settings/mail-consent.ts';
import type { Env } from '../../base/settings/env.ts';
import type { Db } from '../../db/client.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import { ConsentError, requestTokens } from './consent.ts';

/** A token that ends during a login would fail. */
const SPARE_MS = 2 * MINUTE_MS;
/** What to do about a consent that is over. */
export const CONSENT_AGAIN =
  'Open Settings, Connections, choose Change, then Check and save, to consent again.';

type Purpose = 'email' | 'replies';
/** An access token, a new one if the server refused the last one. Throws a `ConsentError`. */
export type TokenSource = (isRefused: boolean) => Promise<string>;
type Deps = { db: Db; settings: Env; now: () => Date };

/** Access tokens by refresh token, as long as they last. */
const kept = new WeakMap<Db, Map<string, { token: Promise<string>; until: number }>>();

/**
 * For a login with a consent instead of a password. Undefined if the connection has a password. `trial` is not saved yet, and
 * gets the newest refresh token.
 */
export function mailToken(
  { db, settings, now }: Deps,
  purpose: Purpose,
  trial?: MailConsent,
): TokenSource | undefined {
  const consentNow = () => trial ?? settings.consents[purpose];
  if (!consentNow()) return undefined;
  const tokens = kept.get(db) ?? new Map();
  kept.set(db, tokens);
  // The doctor's command can't write. There the last refresh token goes on working.
  const write = (work: () => void) => inTransaction(db, work).catch(() => {});
  return async (isRefused) => {
    const consent = consentNow();
    if (!consent) throw new ConsentError('The consent was removed.', { isOver: true });
    const { refreshToken } = consent;
    const last = tokens.get(refreshToken);
    if (last && !isRefused && last.until > now().getTime()) return last.token;
    const version = store.versionOf(db, purpose);
    const given = requestTokens(consent, purpose, { refreshToken });
    const entry = { token: given.then(({ access_token: token }) => token), until: Infinity };
    tokens.set(refreshToken, entry);
    // Whoever waits for it as well gets the error, too.
    entry.token.catch(() => {});
    try {
      const { access_token: token, expires_in: seconds, refresh_token: next } = await given;
      entry.until = now().getTime() + seconds * SECOND_MS - SPARE_MS;
      if (next && next !== refreshToken) {
        tokens.delete(refreshToken);
        tokens.set(next, entry);
        if (trial) trial.refreshToken = next;
        else await write(() => store.renewSecret(db, settings.secret, purpose, { old: refreshToken, next }));
      }
      return token;
    } catch (error) {
      tokens.delete(refreshToken);
      if (!trial && error instanceof ConsentError && error.isOver) {
        const failure = `${error.message} ${CONSENT_AGAIN}`;
        const facts = store.rowOf(db, purpose)?.facts ?? [];
        await write(() => store.recordCheck(db, purpose, version, { failure, facts }, now()));
      }
      throw error;
    }
  };
}
