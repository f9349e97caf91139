type SavedLineProps = {
  /** Empty while nothing is saved. */
  text: string;
  onClear: () => void;
};

export function SavedNote({ text, onClear }: SavedLineProps) {
  return (
    <p className="saved-line">
      {text && (
        <>
          <span>{text}</span>{' '}
          <button className="link-button" type="button" onClick={onClear}>
            Clear form
          </button>
        </>
      )}
    </p>
  );
}

/** "Saved at 14:02", in the visitor's format, with the date if it was not today. */
export function savedText(savedAt: number, now: number, locale?: string): string {
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(savedAt);
  if (new Date(savedAt).toDateString() === new Date(now).toDateString()) return `Saved at ${time}`;
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }).format(savedAt);
  return `Saved on ${day} at ${time}`;
}
