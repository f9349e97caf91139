import * as z from 'zod/mini';

/** A setting that prevents the start. The message says what to do. */
export class SettingsError extends Error {}

export function refuse(message: string): never {
  throw new SettingsError(message);
}

export function wholeNumber(name: string, minimum: number, maximum: number, fallback: number) {
  const error = `${name} must be a whole number from ${minimum} to ${maximum}`;
  const isInRange = (number: number) => number >= minimum && number <= maximum;
  return z.pipe(
    z._default(z.string(), String(fallback)),
    z.pipe(
      z.transform((text: string) => (/^\d+$/.test(text) ? Number(text) : NaN)),
      z.number(error).check(z.refine(isInRange, error)),
    ),
  );
}

export const oneOf = <const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
  fallback: Values[number],
) => z._default(z.enum(values, `${name} must be one of: ${values.join(', ')}`), fallback);

export const optionalUrl = (name: string, protocols: RegExp, example: string) =>
  z.optional(z.url({ protocol: protocols, error: `${name} must be an address such as ${example}` }));

/** A text for which this is true. */
export const textThat = (isRight: (text: string) => boolean, error: string) =>
  z.string().check(z.refine(isRight, error));
