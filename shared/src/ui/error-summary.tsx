import { useEffect, useRef } from 'react';

export type FieldFault = {
  /** The ID of the field's element. */
  fieldId: string;
  label: string;
};

type ErrorSummaryProps = {
  faults: readonly FieldFault[];
  /** Incremented with each failed submit. The summary then takes the focus again. */
  attempt: number;
};

/** Links to the fields with errors. The error messages are at the fields. */
export function ErrorSummary({ faults, attempt }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = faults.length > 0;
  const answered = useRef(0);
  // Moves the focus once per failed submit, after the errors are rendered, and not when fields are corrected
  // in between.
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
                // Plain anchors scroll to a field without focusing it.
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
