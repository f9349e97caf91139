/** A drawing of lines in a square of 20. */
export const Icon = ({ d }: { d: string }) => (
  <svg className="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path d={d} />
  </svg>
);
