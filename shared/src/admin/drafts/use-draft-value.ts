import { useState } from 'react';
import { draftOf, storeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft-form.ts';

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
