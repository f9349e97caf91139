const BARS = Array.from({ length: 12 }, (_, index) => index);

/** A placeholder for a list that is loading. */
export function Skeleton() {
  return (
    <div className="list-skeleton">
      <p className="visually-hidden">Loading…</p>
      {BARS.map((bar) => (
        <span key={bar} aria-hidden="true" />
      ))}
    </div>
  );
}
