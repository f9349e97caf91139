import { useCallback, useSyncExternalStore } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Answers } from '../request-form.ts';

export type AnswersForm = Pick<UseFormReturn<Answers>, 'getValues' | 'setValue' | 'subscribe'>;

/** The text of one field while typing. The library's `useWatch` does more and is larger. */
export function useAnswer({ getValues, subscribe }: AnswersForm, name: string): string {
  const listen = useCallback(
    (callback: () => void) => subscribe({ name, formState: { values: true }, callback }),
    [subscribe, name],
  );
  return useSyncExternalStore(
    listen,
    () => String(getValues(name) ?? ''),
    () => '',
  );
}
