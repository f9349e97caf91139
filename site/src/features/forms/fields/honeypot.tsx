import type { Ref } from 'react';

/** People never meet this field: neither by eye, by Tab, by screen reader nor by autofill. Programs fill it in. */
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
