import { randomBytes } from 'node:crypto';
import { isSameSignature, signed } from '../../base/signed.ts';

const LASTS_MS = 5 * 60_000;
const MAX_TICKETS = 1_000;

/** The steps of a login or a passkey that is under way. */
export type Ticket = {
  /** Null until a passkey identifies the person. */
  adminId: number | null;
  /** What the passkey has to sign. */
  challenge: string | null;
  /** The ticket of the login that a passkey is to finish. */
  login?: string | undefined;
  /** Of the password that began the login. */
  credential?: string | undefined;
};

/**
 * Each ticket is used once, so nothing that was signed can be sent again. Tickets of people are kept in memory: a
 * restart only means that someone starts over. Anyone can ask for an anonymous ticket, so those contain
 * their challenge themselves, and a flood of them ends nobody else's login.
 */
export function createTickets(secret: string, now: () => Date) {
  const open = new Map<string, Ticket & { endsAt: number }>();
  const spent = new Set<string>();

  const sign = (text: string): string => signed(secret, `passkey-ticket:${text}`).toString('base64url');
  const readOwn = (id: string): Ticket | undefined => {
    const [challenge = '', endsAt = '', signature = ''] = id.split('.');
    const isOurs = isSameSignature(signature, sign(`${challenge}.${endsAt}`));
    return isOurs && Number(endsAt) > now().getTime() && !spent.has(id)
      ? { adminId: null, challenge }
      : undefined;
  };

  /** Undefined once it has ended. */
  const find = (id: string): Ticket | undefined => {
    const ticket = open.get(id);
    if (ticket) return ticket.endsAt > now().getTime() ? ticket : undefined;
    return readOwn(id);
  };

  return {
    find,
    issue: ({ adminId, challenge, login, credential }: Ticket): string => {
      const endsAt = now().getTime() + LASTS_MS;
      if (adminId === null) return `${challenge}.${endsAt}.${sign(`${challenge}.${endsAt}`)}`;
      const id = randomBytes(24).toString('base64url');
      dropOldest(open);
      open.set(id, { adminId, challenge, login, credential, endsAt });
      return id;
    },
    /** Ends it. Undefined for everyone but the first. */
    take: (id: string): Ticket | undefined => {
      const ticket = find(id);
      if (!ticket || open.delete(id)) return ticket;
      dropOldest(spent);
      spent.add(id);
      return ticket;
    },
  };
}

function dropOldest(kept: { size: number; keys(): Iterable<string>; delete(id: string): boolean }): void {
  for (const oldest of kept.keys()) {
    if (kept.size < MAX_TICKETS) return;
    kept.delete(oldest);
  }
}
