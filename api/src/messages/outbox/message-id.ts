import type { Db } from '../../db/client.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { byId, type OutboxMessage } from './outbox-store.ts';

type Named = Pick<OutboxMessage, 'id' | 'createdAt'>;

/** A signature of 128 bits, in letters whose case does not matter. */
const SIGNATURE_LENGTH = 32;
const NAMES = /\b(\d{1,15})\.([\da-f]{32})@/gi;
/** Long threads name all of their emails. */
const MOST_NAMES = 100;

// The time is signed as well, because a restored backup reuses IDs.
const sign = (secret: string, { id, createdAt }: Named): string =>
  signed(secret, `message-id:${id}:${createdAt.getTime()}`).toString('hex').slice(0, SIGNATURE_LENGTH);

/**
 * The Message-ID of an email, without angle brackets. The same when it is sent again after a crash, so a mailbox shows it
 * once. Only those who got the email or a reply to it know it.
 */
export const messageIdOf = (secret: string, message: Named, host: string): string =>
  `${message.id}.${sign(secret, message)}@${host}`;

/** The emails whose genuine Message-IDs are in a text, such as a References header, in their order. */
export const emailsNamedIn = (db: Db, secret: string, text: string): OutboxMessage[] =>
  [...text.matchAll(NAMES)].slice(0, MOST_NAMES).flatMap(([, id, signature = '']) => {
    const message = byId(db, Number(id));
    return message && isSameSignature(signature.toLowerCase(), sign(secret, message)) ? message : [];
  });
