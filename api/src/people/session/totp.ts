import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** The code before and after the current one count, too, for clocks that are a little off. */
const WINDOW = 1;
const [IV_BYTES, TAG_BYTES] = [12, 16];

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS, digits: 6, label, issuer });

/** A new secret in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpUri = (secret: string, label: string, issuer: string): string =>
  totpOf(secret, label, issuer).toString();

/** The time step of a right code; null for a wrong one. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta;
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'northlight totp', 32));

/** So that a leaked database or backup gives no codes. */
export function encryptTotp(shopSecret: string, totpSecret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(shopSecret), iv);
  const content = Buffer.concat([cipher.update(totpSecret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
}

/** Null after the shop's secret was changed. */
export function decryptTotp(shopSecret: string, stored: string): string | null {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(shopSecret), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
