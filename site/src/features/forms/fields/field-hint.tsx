import { useEffect, useState } from 'react';
import { useLazy } from '../../../lib/use-lazy.ts';
import { useAnswer, type AnswersForm } from './use-answer.ts';

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
