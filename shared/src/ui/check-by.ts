import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Checks a flat form by a schema of the contracts: the first fault of each field, or what the schema makes of the values. */
export function checkBy<Values extends FieldValues, Checked>(
  schema: z.ZodMiniType<Checked>,
): Resolver<Values, unknown, Checked> {
  return (values) => {
    const { data, error } = schema.safeParse(values);
    if (!error) return { values: data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of error.issues) errors[String(path[0])] ??= { type: 'check', message };
    // The names are those of the fields, which the two types cannot say of each other.
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
