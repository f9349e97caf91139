import { createHmac, timingSafeEqual } from 'node:crypto';

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
