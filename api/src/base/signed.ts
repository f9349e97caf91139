import {
  createHmac,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/** Signs a text with the shop's secret. Begin it with its purpose, so that no signature can serve another one. */
export const signed = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** A UUID that is always the same for the same text, and that nobody can guess. */
export function uuidOf(secret: string, text: string): string {
  const bytes = signed(secret, text).subarray(0, 16);
  // Marks it as a random UUID.
  bytes.writeUInt8((bytes.readUInt8(6) % 16) + 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) % 64) + 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Compares two signatures in constant time; as text, because several texts decode to the same bytes. */
export function isSameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secret is not in the database, so whoever has only the database can read nothing of it. */
const keyFrom = (secret: string, keyName: string) => Buffer.from(hkdfSync('sha256', secret, '', keyName, 32));
const KEY_NAME = 'northlight sealed 1';

/** Encrypts a text. `name` says what it is, so that a sealed text is of no use in another place. */
export function seal(secret: string, name: string, text: string, keyName = KEY_NAME): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret, keyName), nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null for what was sealed with another secret or for another place, or was changed. */
export function unseal(secret: string, name: string, sealed: Buffer, keyName = KEY_NAME): string | null {
  try {
    const tagEnd = NONCE_BYTES + TAG_BYTES;
    const opened = createDecipheriv(CIPHER, keyFrom(secret, keyName), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
    return Buffer.concat([opened.update(sealed.subarray(tagEnd)), opened.final()]).toString('utf8');
  } catch {
    return null;
  }
}
