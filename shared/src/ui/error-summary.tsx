import { useEffect, useRef } from 'react';

export type FieldFault = {
  /** The id of the field in the page. */
  fieldId: string;
  label: string;
};

type ErrorSummaryProps = {
  faults: readonly FieldFault[];
  /** Changes with each failed submit: the summary then takes the focus again. */
  attempt: number;
};

/** Which fields are wrong, each line leading to one; what is wrong stands at the field itself. */
export function ErrorSummary({ faults, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = faults.length > 0;
  const answered = useRef(0);
  // Once for each failed submit, and only when its faults are drawn; never for a field corrected in between.
  useEffect(() => {
    if (!isShown || attempt <= answered.current) return;
    answered.current = attempt;
    summary.current?.focus();
  }, [attempt, isShown]);
  if (!isShown) return null;
  return (
    <div
      className="error-summary"
      ref={summary}
      tabIndex={-1}
      role="group"
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title">
        {faults.length === 1
          ? 'One field needs your attention'
          : `${faults.length} fields need your attention`}
      </h2>
      <ul>
        {faults.map(({ fieldId, label }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                // Plain anchors scroll to a field without putting the cursor into it.
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
