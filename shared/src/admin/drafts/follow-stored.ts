import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/**
 * Follows what is stored, `initial`, while a form is open: a field that was not touched gets the new value, and a touched one
 * keeps what was typed. `changes`: what others changed meanwhile, until the form is saved or discarded. `draft`: what was typed
 * before the form was opened.
 */
export function useStored<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  initial: Values,
  draft: object,
) {
  const [changes, setChanges] = useState<Record<string, unknown>>({});
  /** As it was given, and as the fields hold it: one with `setValueAs` holds another value. */
  const start = useRef({ initial, held: initial });
  const [typedBefore] = useState(draft);
  useEffect(() => {
    start.current.held = { ...form.getValues() };
    for (const name of Object.keys(typedBefore))
      Object.assign(start.current.held, { [name]: start.current.initial[name] });
  }, [form, typedBefore]);
  useEffect(() => {
    const { initial: before, held } = start.current;
    const changed = Object.keys(initial).filter((name) => isOther(before[name], initial[name]));
    if (changed.length === 0) return;
    const typed = { ...form.getValues() };
    const own = Object.keys(typed).filter((name) => isOther(typed[name], held[name]));
    start.current.initial = initial;
    form.reset(initial as DefaultValues<Values>);
    start.current.held = { ...form.getValues() };
    for (const name of own) form.setValue(name as Path<Values>, typed[name], { shouldDirty: true });
    if (!own.some((name) => isOther(typed[name], initial[name]))) return;
    const apart = changed.filter((name) => !own.includes(name) || isOther(typed[name], initial[name]));
    // What is stored comes from outside.
    // oxlint-disable-next-line react/set-state-in-effect
    setChanges((all) => ({ ...all, ...Object.fromEntries(apart.map((name) => [name, initial[name]])) }));
  }, [form, initial]);
  return {
    changes,
    /** What is stored, as the form was last told. */
    stored: useCallback(() => start.current.initial, []),
    /** What was typed is stored now. What comes back differs at most in how it is written. */
    saved: useCallback((typed: Values) => {
      start.current.held = typed;
    }, []),
    forget: useCallback(() => setChanges({}), []),
  };
}
