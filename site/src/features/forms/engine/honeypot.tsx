import type { Ref } from 'react';

/** Hidden from view, the Tab key, screen readers, and autofill. Only programs fill it in. */
export function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="leaveEmpty">Leave this field empty</label>
      <input
        id="leaveEmpty"
        name="leaveEmpty"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
        data-form-type="other"
        ref={ref}
      />
    </div>
  );
}
