import { useEffect, useState } from 'react';
import { useLazy } from '../../../lib/use-lazy.ts';
import { useAnswer, type AnswersForm } from './use-answer.ts';

const SETTLED_AFTER_MS = 600;

type LiveHintProps = {
  form: AnswersForm;
  name: string;
  /** Loads with the first letter. Returns an empty text when there is nothing to say. */
  loadWords: () => Promise<(text: string) => string>;
};

/** A hint below a field, updated when typing pauses, because screen readers announce it. */
export function LiveHint({ form, name, loadWords }: LiveHintProps) {
  const text = useAnswer(form, name);
  const { part: words } = useLazy(loadWords, text !== '');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="live-hint" role="status">
      {words?.(settled)}
    </p>
  );
}
