import {
  newDraft,
  readDraft,
  removeDraft,
  writeDraft,
  type FormDraft,
  type LinkedOrder,
} from './form-draft.ts';
import type { StoredFile } from '../../uploads/upload-field.tsx';
import type { Answers, AnswersForm, RequestForm } from '../request-form.ts';
import { savedText } from './saved-note.tsx';

const SAVE_AFTER_MS = 400;

/** What the page shows about the draft. */
export type DraftState = {
  /** Empty while nothing is saved: an empty form, or full or blocked storage. */
  savedLine: string;
  intake: LinkedOrder | null;
};

export type DraftStore = {
  /** Updated with every keystroke. Its key and age are sent with every submit. */
  current: () => FormDraft;
  /** Fills in fields that nobody has edited. */
  fill: (answers: Partial<Answers>) => void;
  /** Clears the fields and boxes that still have exactly these values. */
  take: (answers: Partial<Answers>) => void;
  setIntake: (intake: LinkedOrder | null) => void;
  setFiles: (files: StoredFile[]) => void;
  /** Call it after the form was sent or cleared: removes the draft from this browser. */
  discard: () => void;
  stop: () => void;
};

/** Restores the draft of this key (or the given one) and saves each change from then on. */
export function startDraftStore(
  slot: string,
  { checkedByDefault = [] }: RequestForm,
  form: AnswersForm,
  given: FormDraft | null,
  onChange: (state: DraftState) => void,
): DraftStore {
  const stored = given ?? readDraft(slot, Date.now());
  // Typing before this script runs must not look faster than a person.
  let draft = stored ?? newDraft(Math.round(performance.timeOrigin));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const isUntouched = (name: string, value: unknown) =>
    value === '' || value === checkedByDefault.includes(name);
  const current = () => ({ ...draft, answers: { ...form.getValues() } });
  const notify = (isSaved: boolean) =>
    onChange({ savedLine: isSaved ? savedText(draft.savedAt, Date.now()) : '', intake: draft.intake });
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    draft = { ...current(), savedAt: Date.now() };
    const isEmpty =
      draft.files.length === 0 &&
      Object.entries(draft.answers).every(([name, value]) => isUntouched(name, value));
    if (isEmpty) removeDraft(slot);
    notify(!isEmpty && writeDraft(slot, draft));
  };
  const saveSoon = () => {
    if (!isStopped) timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  const saveNow = () => {
    if (timer !== undefined) save();
  };
  // What was typed before this script ran is newer than the draft, so it wins.
  const fill = (answers: Partial<Answers>) => {
    for (const [name, answer] of Object.entries(answers)) {
      const value = form.getValues(name);
      if (answer !== undefined && typeof answer === typeof value && isUntouched(name, value)) {
        form.setValue(name, answer);
      }
    }
  };

  fill(draft.answers);
  if (stored) notify(!given);
  const unsubscribe = form.subscribe({ formState: { values: true }, callback: saveSoon });
  const isTyped = Object.entries(form.getValues()).some(
    ([name, value]) => !isUntouched(name, value) && value !== stored?.answers[name],
  );
  if (isTyped || given) saveSoon();
  addEventListener('pagehide', saveNow);
  // A phone can end a background page without any event.
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
      notify(false);
      saveSoon();
    },
    setFiles: (files) => {
      draft = { ...draft, files };
      saveSoon();
    },
    discard: () => {
      stop();
      removeDraft(slot);
    },
    stop,
  };
}
