import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secret is not in the database, so whoever has only the database can read nothing of it. */
const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'northlight sealed 1', 32));

/** Encrypts a text. `name` says what it is, so that a sealed text is of no use in another place. */
export function seal(secret: string, name: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null for what was sealed with another secret or for another place, or was changed. */
export function unseal(secret: string, name: string, sealed: Buffer): string | null {
  try {
    const tagEnd = NONCE_BYTES + TAG_BYTES;
    const opened = createDecipheriv(CIPHER, keyFrom(secret), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
    return Buffer.concat([opened.update(sealed.subarray(tagEnd)), opened.final()]).toString('utf8');
  } catch {
    return null;
  }
}
