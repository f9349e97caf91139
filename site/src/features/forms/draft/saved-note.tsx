type SavedLineProps = {
  /** Empty while nothing is saved. */
  words: string;
  onClear: () => void;
};

export function SavedLine({ words, onClear }: SavedLineProps) {
  return (
    <p className="saved-line">
      {words && (
        <>
          <span>{words}</span>{' '}
          <button className="link-button" type="button" onClick={onClear}>
            Clear form
          </button>
        </>
      )}
    </p>
  );
}
