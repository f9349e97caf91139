/** People omit or add the hash, the letters, the hyphen, or a space, and copy what stands around it. Phones may insert a longer dash. */
const ORDER_NUMBER_PATTERN = /^[#“"(\s]*(?:ORD[\s\-\u2010-\u2014]*#?\s*)?(\d+)[.,;:!?”")\s]*$/;

/**
 * "10001", "#10001", "ORD 10001", and "ord10001" all become "ORD-10001". Anything else is only trimmed and
 * converted to upper case. Separate from the schemas, so that form pages do not need zod for it.
 */
export function normalizeOrderNumber(text: string): string {
  const trimmed = text.trim().toUpperCase();
  const digits = ORDER_NUMBER_PATTERN.exec(trimmed)?.[1];
  return digits === undefined ? trimmed : `ORD-${digits}`;
}
