import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import type { AnswersForm } from '../request-form.ts';

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

const SETTLED_AFTER_MS = 600;

type LiveHintProps = {
  form: AnswersForm;
  name: string;
  /** Loads after the first letter. Returns an empty text if there is no hint. */
  loadHint: () => Promise<(text: string) => string>;
};

/** A hint below a field, updated when typing pauses, because screen readers announce it. */
export function LiveHint({ form, name, loadHint }: LiveHintProps) {
  const text = useAnswer(form, name);
  const { part: hint } = useLazy(loadHint, text !== '');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="live-hint" role="status">
      {hint?.(settled)}
    </p>
  );
}

/** A field with a hint below it. */
export const withHint = (name: string, loadHint: LiveHintProps['loadHint']) =>
  function Hinted({ form, children }: { form: AnswersForm; children: ReactNode }) {
    return (
      <div className="stack">
        {children}
        <LiveHint {...{ form, name, loadHint }} />
      </div>
    );
  };
