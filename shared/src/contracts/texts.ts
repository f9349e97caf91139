import * as z from 'zod/mini';

/** Includes characters that change the text direction. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const NUL = /\0/;

/** Single-line text. A name with line breaks could add paragraphs to the shop's emails. */
export function line(maximum: number, required?: string) {
  return limited(maximum, CONTROL_CHARACTER, required);
}

/** Multiline text. NUL is rejected because SQLite's text functions stop at it. */
export function text(maximum: number, required?: string) {
  return limited(maximum, NUL, required);
}

function limited(maximum: number, unreadable: RegExp, required?: string) {
  const limits = [
    z.trim(),
    z.maxLength(maximum, `Please use no more than ${maximum} characters`),
    z.refine<string>(
      (value) => !unreadable.test(value),
      'Please remove the characters that aren’t supported',
    ),
  ] as const;
  return required
    ? z.string(required).check(...limits, z.minLength(1, required))
    : z.string('Please enter text').check(...limits);
}

/** RFC 5321: the limits of the whole address and of the part before the @. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** Each form passes its own message. */
export function emailAddress(message: string) {
  return z.string(message).check(
    z.trim(),
    z.maxLength(MAX_ADDRESS_LENGTH, message),
    z.refine<string>((address) => address.lastIndexOf('@') <= MAX_LOCAL_PART_LENGTH, message),
    z.email(message),
  );
}

/** A whole number in a query string. */
export function numberInQuery(pattern: RegExp, message: string) {
  return z.pipe(z.string(message).check(z.regex(pattern, message)), z.transform(Number));
}

/** Whether a text is a day such as "2026-11-21". Smaller than zod's, which the checkout's page would load. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
