import { Secret, TOTP } from 'otpauth';
import { seal, unseal } from '../../base/signed.ts';

const STEP_SECONDS = 30;
/** The code before and after the current one count, too, for clocks that are a little off. */
const WINDOW = 1;

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

/** So that a leaked database or backup gives no codes. */
export const encryptTotp = (shopSecret: string, totpSecret: string): string =>
  seal(shopSecret, '', totpSecret, 'northlight totp').toString('base64url');

/** Null after the shop's secret was changed. */
export const decryptTotp = (shopSecret: string, stored: string): string | null =>
  unseal(shopSecret, '', Buffer.from(stored, 'base64url'), 'northlight totp');
