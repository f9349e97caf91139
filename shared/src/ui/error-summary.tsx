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
  useEffect(() => {
    if (isShown && attempt > 0) summary.current?.focus();
    // The focus follows a submit, not each corrected field.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
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
