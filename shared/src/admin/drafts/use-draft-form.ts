import { useEffect, useState } from 'react';
import { useForm, type DefaultValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { checkBy } from '../../ui/check-by.ts';
import { useAdminHost } from '../admin-context.ts';
import { draftOf, dropDraft, isSame, keepDraft, type Draft } from './draft-store.ts';

/** The desktop app shows several servers on one page, and they number their orders alike. */
function useDraftKey(name: string): string {
  const { homeUrl } = useAdminHost();
  return `${homeUrl} ${name}`;
}

/** Whether something was typed into that form and not saved, when the view was drawn first. */
export function useHadDraft(name: string): boolean {
  const key = useDraftKey(name);
  const [hadDraft] = useState(() => draftOf(key) !== undefined);
  return hadDraft;
}

/**
 * A form of the dashboard whose text outlives its view, the window and the session. `name` says which form of which order.
 * `onSaved` is to be called with the saved values as soon as the server has them, also when the view is gone by then.
 */
export function useDraftForm<Values extends Draft, Checked>(
  name: string,
  schema: z.ZodMiniType<Checked>,
  defaults: Values,
) {
  const key = useDraftKey(name);
  const [empty] = useState(defaults);
  const [resolver] = useState(() => checkBy<Values, Checked>(schema));
  const [defaultValues] = useState(() => ({ ...empty, ...draftOf(key) }) as DefaultValues<Values>);
  const form = useForm<Values, unknown, Checked>({ resolver, defaultValues });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(key, values, empty) }),
    [subscribe, key, empty],
  );
  return {
    form,
    onSaved: (saved: Values) => {
      dropDraft(key, saved);
      if (isSame(form.getValues(), saved)) form.reset(empty);
    },
  };
}
