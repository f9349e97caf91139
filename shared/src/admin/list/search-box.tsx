import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

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
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Searches sent to the URL that have not come back as `value` yet.
  const pendingSearches = useRef<string[]>([]);
  useEffect(() => {
    const index = pendingSearches.current.indexOf(value);
    pendingSearches.current = index < 0 ? [] : pendingSearches.current.slice(index + 1);
    if (index >= 0) return;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    const latest = pendingSearches.current.at(-1) ?? value;
    if (text === latest) return;
    pendingSearches.current.push(text);
    onSearch(text);
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
