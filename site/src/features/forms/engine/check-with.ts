import '@northlight/shared/contracts/strict-zod.ts';
import type * as z from 'zod/mini';
import type { Faults } from '../request-form.ts';

export function checkWith(schema: z.ZodMiniType): (body: object) => Faults {
  return (body) => {
    const faults: Faults = {};
    for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
      faults[String(path[0])] ??= message;
    }
    return faults;
  };
}
