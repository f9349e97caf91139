import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTyped } from './use-typed.ts';

const DEBOUNCE_MS = 200;

type SearchBoxProps = {
  label: string;
  /** Where there is no room for the label. */
  short?: string;
  /** The search text in the URL. */
  value: string;
  onSearch: (text: string) => void;
};

/** Searches while the administrator types. URL updates from these searches never overwrite typed text. */
export function SearchBox({ label, short = label, value, onSearch }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const {
    typed: draft,
    setTyped: setDraft,
    send,
  } = useTyped(value, onSearch, () => clearTimeout(timer.current));
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    send(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') search(draft);
    if (event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <input
      className="input list-search"
      type="search"
      aria-label={label}
      placeholder={short}
      aria-keyshortcuts="/"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={draft}
      onChange={({ target }) => {
        setDraft(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(target.value), DEBOUNCE_MS);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
