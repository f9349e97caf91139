import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs a text with the shop's secret. Begin it with its purpose, so that no signature can serve another one. */
export const signed = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** Compares two signatures in constant time; as text, because several texts decode to the same bytes. */
export function isSameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
