import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** A form resolver for a contract schema. Returns the first error of each field, or the parsed values. */
export function checkBy<Values extends FieldValues, Checked>(
  schema: z.ZodMiniType<Checked>,
): Resolver<Values, unknown, Checked> {
  return (values) => {
    const { data, error } = schema.safeParse(values);
    if (!error) return { values: data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of error.issues) errors[String(path[0])] ??= { type: 'check', message };
    // TypeScript cannot infer that the error keys are field names.
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
