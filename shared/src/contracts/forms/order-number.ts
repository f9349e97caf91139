/** People leave out or add the hash, the letters, the dash or a space, and a phone may write a longer dash. */
const WAYS_TO_WRITE = /^#?\s*(?:ORD[\s\-\u2010-\u2014]*#?\s*)?(\d+)$/;

/**
 * "10001", "#10001", "ORD 10001" and "ord10001" all become "ORD-10001". Anything else is only trimmed and put into upper
 * case. Apart from the schemas, so that a form page needs no zod for it.
 */
export function normaliseOrderNumber(text: string): string {
  const trimmed = text.trim().toUpperCase();
  const digits = WAYS_TO_WRITE.exec(trimmed)?.[1];
  return digits === undefined ? trimmed : `ORD-${digits}`;
}
