import type { Resolver } from 'react-hook-form';
import type { Answers, RequestForm } from './request-form.ts';

/** The check comes with zod, in its own time; where it cannot be fetched the server checks alone. */
export function checkBody({ loadCheck, toBody }: RequestForm): Resolver<Answers, unknown, object> {
  return async (answers) => {
    const body = toBody(answers);
    const check = await loadCheck().catch(() => null);
    const faults = Object.entries(check?.(body) ?? {});
    if (faults.length === 0) return { values: body, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([name, message]) => [name, { type: 'check', message }])),
    };
  };
}
