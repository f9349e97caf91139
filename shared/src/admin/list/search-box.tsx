import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

const DEBOUNCE_MS = 200;

type SearchBoxProps = {
  label: string;
  /** What the address says. */
  value: string;
  onSearch: (text: string) => void;
};

/** Searches while somebody types; what stands in the box is theirs, whatever arrives meanwhile. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Searches of ours on their way into the address: when one arrives there, it is no news.
  const underway = useRef<string[]>([]);
  useEffect(() => {
    const index = underway.current.indexOf(value);
    underway.current = index < 0 ? [] : underway.current.slice(index + 1);
    if (index >= 0) return;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    const latest = underway.current.at(-1) ?? value;
    if (text === latest) return;
    underway.current.push(text);
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
      placeholder={label}
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
