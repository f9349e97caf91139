import * as z from 'zod/mini';
import { asSeen } from './one-line.ts';

/** Every value of one line begins with it, so that spaces at the ends and unseen characters don't count. */
export const oneLine = () => z.overwrite(asSeen);

/** Single-line text. A name with line breaks could add paragraphs to the shop's emails. */
export function line(maximum: number, required?: string, minimum = 1) {
  const isOneLine = z.refine<string>(
    (value) => !/[\n\r]/.test(value),
    'Please remove the characters that aren’t supported',
  );
  return limited(asSeen, maximum, required, minimum).check(isOneLine);
}

/** A street, which is often copied with its line breaks. */
export const street = (maximum: number) =>
  limited((pasted) => asSeen(pasted).replace(/\s*[\n\r]\s*/g, ', '), maximum);

/** Multiline text, with its marks of direction. NUL is left out because SQLite's text functions stop at it. */
export function text(maximum: number, required?: string, minimum = 1) {
  return limited((typed) => typed.replaceAll('\0', '').trim(), maximum, required, minimum);
}

function limited(tidy: (typed: string) => string, maximum: number, required?: string, minimum = 1) {
  return z
    .string(required ?? 'Please enter text')
    .check(
      z.overwrite(tidy),
      z.maxLength(maximum, `Please use no more than ${maximum} characters`),
      z.minLength(required ? minimum : 0, required),
    );
}

/** RFC 5321: the limits of the whole address and of the part before the @. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
/** What a browser's own field takes, with a dot after the @. A domain's last part may be "xn--p1ai". */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i;
/** In "Ada <ada@marlow.example>", "Ada (ada@marlow.example)", "mailto:ada@marlow.example?subject=Hi", and "“ada@marlow.example”." */
const AROUND = /^(?:[^<]*<|[^([]*[([]|["'“‘])?(?:mailto:)?(\S+@[^\s?>]+?)(?:\?.*| \(.*)?[>"'”’)\]]*[.,;]*$/i;
/** Nobody pastes more around an address. The patterns would take long for very long texts. */
const LONGEST_PASTED = 999;

/** The address as mail servers know it: "ada@bücher.example" is "ada@xn--bcher-kva.example". */
function bareAddress(pasted: string): string {
  const bare = asSeen(pasted.slice(0, LONGEST_PASTED))
    .replace(AROUND, '$1')
    .replaceAll('’', "'")
    .replaceAll(/\p{Pd}/gu, '-');
  const [name, domain = ''] = bare.split('@');
  try {
    return /[^\0-~]/.test(domain) ? `${name}@${new URL(`ftp://${domain}`).host}` : bare;
  } catch {
    return bare;
  }
}

/** Each form passes its own message. */
export function emailAddress(message: string) {
  return z.string(message).check(
    z.overwrite(bareAddress),
    z.maxLength(MAX_ADDRESS_LENGTH, message),
    z.refine<string>(
      (address) => address.lastIndexOf('@') <= MAX_LOCAL_PART_LENGTH && ADDRESS.test(address),
      message,
    ),
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

const SUCH_TIME = 'Must be a time such as 2026-12-24T09:00:00Z';

/** A moment in UTC. */
export const timeText = z.string(SUCH_TIME).check(
  z.regex(/^\d{4}(-\d\d){2}T\d\d(:\d\d){1,2}(\.\d+)?Z$/, SUCH_TIME),
  z.refine((text) => !Number.isNaN(Date.parse(text)), SUCH_TIME),
);
