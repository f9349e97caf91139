import {
  newDraft,
  readDraft,
  removeDraft,
  writeDraft,
  type FormDraft,
  type LinkedOrder,
} from './form-draft.ts';
import type { Answers, RequestForm } from '../engine/request-form.ts';
import { savedText } from './saved-note.tsx';
import type { AnswersForm } from '../fields/use-answer.ts';

const SAVE_AFTER_MS = 400;

/** What the page tells about the draft. */
export type Kept = {
  /** Empty while nothing is kept: an empty form, or a storage that is full or forbidden. */
  savedLine: string;
  intake: LinkedOrder | null;
};

export type DraftKeeper = {
  /** With every keystroke; its key and its age go with every submit. */
  current: () => FormDraft;
  /** Writes into fields that nobody has touched. */
  fill: (answers: Partial<Answers>) => void;
  /** Empties the fields and unticks the boxes that still hold exactly this. */
  take: (answers: Partial<Answers>) => void;
  setIntake: (intake: LinkedOrder | null) => void;
  /** It was sent or cleared: nothing is left in this browser. */
  discard: () => void;
  stop: () => void;
};

/** Brings the draft of this place (or the given one) back into the form and saves each change from then on. */
export function keepDraft(
  place: string,
  { checkedByDefault = [] }: RequestForm,
  form: AnswersForm,
  given: FormDraft | null,
  onKept: (kept: Kept) => void,
): DraftKeeper {
  const kept = given ?? readDraft(place, Date.now());
  // Who types before this script runs must not count as faster than people are.
  let draft = kept ?? newDraft(Math.round(performance.timeOrigin));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const isUntouched = (name: string, value: unknown) =>
    value === '' || value === checkedByDefault.includes(name);
  const current = () => ({ ...draft, answers: { ...form.getValues() } });
  const tell = (isSaved: boolean) =>
    onKept({ savedLine: isSaved ? savedText(draft.savedAt, Date.now()) : '', intake: draft.intake });
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    draft = { ...current(), savedAt: Date.now() };
    const isEmpty = Object.entries(draft.answers).every(([name, value]) => isUntouched(name, value));
    if (isEmpty) removeDraft(place);
    tell(!isEmpty && writeDraft(place, draft));
  };
  const saveSoon = () => {
    if (!isStopped) timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  const saveNow = () => {
    if (timer !== undefined) save();
  };
  // What the page held before this script ran was typed by somebody just now: it outweighs the draft.
  const fill = (answers: Partial<Answers>) => {
    for (const [name, answer] of Object.entries(answers)) {
      const value = form.getValues(name);
      if (answer !== undefined && typeof answer === typeof value && isUntouched(name, value)) {
        form.setValue(name, answer);
      }
    }
  };

  fill(draft.answers);
  if (kept) tell(!given);
  const unsubscribe = form.subscribe({ formState: { values: true }, callback: saveSoon });
  const isTyped = Object.entries(form.getValues()).some(
    ([name, value]) => !isUntouched(name, value) && value !== kept?.answers[name],
  );
  if (isTyped || given) saveSoon();
  addEventListener('pagehide', saveNow);
  // A phone may end a page in the background without another word.
  document.addEventListener('visibilitychange', saveNow);

  const stop = () => {
    saveNow();
    isStopped = true;
    unsubscribe();
    removeEventListener('pagehide', saveNow);
    document.removeEventListener('visibilitychange', saveNow);
  };
  const take = (answers: Partial<Answers>) => {
    for (const [name, answer] of Object.entries(answers)) {
      if (form.getValues(name) === answer) form.setValue(name, answer === true ? false : '');
    }
  };
  return {
    current,
    fill,
    take,
    setIntake: (intake) => {
      draft = { ...draft, intake };
      tell(false);
      saveSoon();
    },
    discard: () => {
      stop();
      removeDraft(place);
    },
    stop,
  };
}
