import { randomBytes } from 'node:crypto';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { MINUTE_MS } from '../../base/units.ts';
import type { Values } from '../../base/settings/connections.ts';
import type { MailConsent } from '../../base/settings/mail-consent.ts';
import { consentUrl, PROVIDERS } from '../../messages/mail/consent.ts';

const WAITS_MS = 15 * MINUTE_MS;

type Asked<Who> = {
  id: ConnectionId;
  values: Values;
  consent: MailConsent;
  version: number;
  who: Who;
  /** Throws if the owner may not connect anything any more. */
  stillMay: () => void;
};

/**
 * Forms that wait for a consent at a provider, by a secret that only the owner's browser and the provider see. The way back
 * brings no session, because its cookie is only sent from the shop's own pages. A restart forgets them.
 */
export function createConsents<Who>(now: () => Date) {
  const asked = new Map<string, Asked<Who> & { verifier: string; redirectUri: string; until: number }>();
  return {
    /** Where the owner goes. */
    ask: (given: Asked<Who>, publicUrl: string): { label: string; url: string } => {
      const state = randomBytes(24).toString('base64url');
      const redirectUri = `${publicUrl}/api/connections/consent`;
      const purpose = given.id === 'replies' ? 'replies' : 'email';
      const user = given.values['user'] ?? '';
      const { url, verifier } = consentUrl(given.consent, purpose, { user, state, redirectUri });
      for (const [key, { until }] of asked) if (until < now().getTime()) asked.delete(key);
      asked.set(state, { ...given, verifier, redirectUri, until: now().getTime() + WAITS_MS });
      return { label: PROVIDERS[given.consent.provider].label, url };
    },
    /** Works once. */
    take: (state: string) => {
      const found = asked.get(state);
      asked.delete(state);
      return found && found.until >= now().getTime() ? found : undefined;
    },
  };
}
