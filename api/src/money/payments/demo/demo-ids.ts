import type { Cents } from '@northlight/shared/catalog/money.ts';
import { isSameSignature, signed } from '../../../base/signed.ts';

/**
 * A demo payment's ID contains its amount and a signature, so the demo provider stores nothing until the
 * customer acts: `PREFIX_KEY_CENTS_SIGNATURE`.
 */
export function demoId(prefix: string, attemptKey: string, amountCents: Cents, secret: string): string {
  const body = `${prefix}_${attemptKey}_${amountCents}`;
  return `${body}_${signature(body, secret)}`;
}

/** The amount in a demo ID; null when this server did not make the ID. */
export function demoAmount(id: string, secret: string): Cents | null {
  const [, body, cents, given] = /^(.{1,120}_(\d{1,9}))_([\w-]{22})$/.exec(id) ?? [];
  if (!body || !given) return null;
  return isSameSignature(given, signature(body, secret)) ? Number(cents) : null;
}

/** The attempt key in a demo ID; empty for any other text. */
export function demoAttempt(id: string): string {
  return /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_\d/.exec(id)?.[1] ?? '';
}

function signature(text: string, secret: string): string {
  return signed(secret, text).toString('base64url').slice(0, 22);
}
