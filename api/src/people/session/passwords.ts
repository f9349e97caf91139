import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createBoundedQueue } from '../../http/limits/login-throttle.ts';
import { MINIMUM_PASSWORD_LENGTH } from '@northlight/shared/contracts/session.ts';

export type PasswordCost = { memoryKib: number; passes: number };
export type Passwords = ReturnType<typeof createPasswords>;

const derive = promisify(argon2);

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** OWASP's minimum for argon2id. */
const DEFAULT_COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
/** A few seconds' worth. With fewer, a flood of logins would refuse everyone. */
const MAX_WAITING = 200;

/**
 * Hashes with argon2id in the usual text format ($argon2id$v=19$m=...). Each hash needs memory and a core, so
 * only a few run at once, and at most `waiting` wait for their turn.
 */
export function createPasswords(cost = DEFAULT_COST, waiting = MAX_WAITING) {
  const inTurn = createBoundedQueue({ atOnce: 2, waiting });
  /** As slow to check as a real hash, and matches no password. */
  const nobodys = toText(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  return {
    hash: (password: string): Promise<string> =>
      inTurn(async () => {
        const salt = randomBytes(SALT_BYTES);
        return toText(cost, salt, await key(password, cost, salt));
      }),
    /** Without a hash (an unknown user) it takes as long and returns false. */
    isRight: (password: string, hash: string | undefined): Promise<boolean> =>
      inTurn(async () => {
        const stored = fromText(hash ?? nobodys);
        return timingSafeEqual(await key(password, stored.cost, stored.salt), stored.key);
      }),
  };
}

function key(message: string, { memoryKib, passes }: PasswordCost, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', {
    message,
    nonce,
    memory: memoryKib,
    passes,
    parallelism: 1,
    tagLength: KEY_BYTES,
  });
}

function toText({ memoryKib, passes }: PasswordCost, salt: Buffer, derived: Buffer): string {
  const [saltText, keyText] = [salt, derived].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${saltText}$${keyText}`;
}

function fromText(text: string) {
  const [, memory, passes, salt, derived] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(text) ?? [];
  if (!salt || !derived) throw new Error('A stored password hash has an unknown format.');
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(derived, 'base64'),
  };
}

const SHORTEST_WORD = 3;

/** Words that the password must not be based on. */
export type OwnNames = { username: string; businessName: string };

/** Why a password is easy to guess, as a sentence for the user; null when it is strong. */
export async function weaknessOf(password: string, names: OwnNames): Promise<string | null> {
  if (password.length < MINIMUM_PASSWORD_LENGTH)
    return `The password must be at least ${MINIMUM_PASSWORD_LENGTH} characters.`;
  const lower = password.toLowerCase();
  if ((await commonPasswords()).has(lower))
    return 'This password is too common and easy to guess. Please choose another one.';
  if (withoutNames(lower, names).length < MINIMUM_PASSWORD_LENGTH)
    return 'This password is too similar to your name or your business’s name. Please choose another one.';
  return null;
}

/** Loaded only when a password is set, because it takes megabytes. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

function withoutNames(password: string, { username, businessName }: OwnNames): string {
  const names = [username, businessName].map((name) => name.toLowerCase());
  const words = names.flatMap((name) => [name, name.replace(/\s+/g, ''), ...name.split(/[^\p{L}\p{N}]+/u)]);
  return words
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password);
}
