import { useEffect, useState, useRef } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useActForm } from '../base/act-form.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { draftOf, dropDraft, isSame, storeDraft, type Draft } from './draft-store.ts';

/** The desktop app shows several servers on one origin, and their order numbers overlap. */
export function useDraftKey(name: string): string {
  const { homeUrl } = useAdminHost();
  return `${homeUrl} ${name}`;
}

/** Whether the form had an unsaved draft on the first render. */
export function useHadDraft(name: string): boolean {
  const key = useDraftKey(name);
  const [hadDraft] = useState(() => draftOf(key) !== undefined);
  return hadDraft;
}

/**
 * A form whose text survives leaving the view, closing the window, and logging out. `name` identifies the
 * form and the order; without it, nothing is kept. Call `onSaved` with the saved values as soon as the server has
 * stored them, even after unmounting.
 */
export function useDraftForm<Values extends FieldValues, Checked>(
  name: string | undefined,
  schema: z.ZodMiniType<Checked>,
  defaults: Values,
) {
  const key = useDraftKey(name ?? '');
  const isKept = name !== undefined;
  // Only forms of texts have a name.
  const [empty] = useState(defaults as Values & Draft);
  const [defaultValues] = useState(
    () => ({ ...empty, ...(isKept && draftOf(key)) }) as DefaultValues<Values>,
  );
  const { form, field } = useActForm<Values, Checked>(schema, defaultValues);
  const { subscribe } = form;
  useEffect(() => {
    if (!isKept) return undefined;
    const callback = ({ values }: { values: Values }) => storeDraft(key, values as Values & Draft, empty);
    return subscribe({ formState: { values: true }, callback });
  }, [subscribe, isKept, key, empty]);
  return {
    form,
    field,
    onSaved: (saved: Values) => {
      if (!isKept) return;
      dropDraft(key, saved as Values & Draft);
      if (isSame(form.getValues(), saved)) form.reset(empty);
    },
  };
}

/** A form that a button opens and closes. It starts open if it had an unsaved draft. */
export function useOpenForm(draftName: string) {
  const hadDraft = useHadDraft(draftName);
  const [isOpen, setIsOpen] = useState<'from-draft' | boolean>(hadDraft && 'from-draft');
  const ref = useRef<HTMLButtonElement>(null);
  return {
    isOpen: isOpen !== false,
    /** True when the administrator opened the form, false when a draft did. */
    takesFocus: isOpen === true,
    /** For the button. */
    opener: { ref, 'aria-expanded': isOpen !== false, onClick: () => setIsOpen(!isOpen) },
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      ref.current?.focus();
    },
  };
}

/**
 * A value that survives like the fields of `useDraftForm`, for a form whose fields are not all texts. Returns the value,
 * its setter, and what drops the draft.
 */
export function useDraftValue<Value>(name: string, initial: Value) {
  const key = useDraftKey(name);
  const [empty] = useState(() => ({ value: JSON.stringify(initial) }));
  const [value, setValue] = useState<Value>(() => {
    const stored = draftOf(key)?.['value'];
    return stored === undefined ? initial : (JSON.parse(stored) as Value);
  });
  const set = (next: Value) => {
    setValue(next);
    storeDraft(key, { value: JSON.stringify(next) }, empty);
  };
  return [value, set, () => storeDraft(key, empty, empty)] as const;
}
