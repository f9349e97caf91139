import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  /** What the button says while it works, for instance "Processing...". It then takes no second click. */
  busyLabel?: string;
  isBusy?: boolean;
  isQuiet?: boolean;
};

/** Stays focusable while busy, and says so: a disabled button would drop the focus of who pressed it. */
export function Button({ busyLabel, isBusy = false, isQuiet = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={['button', isQuiet && 'quiet', rest.className].filter(Boolean).join(' ')}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busyLabel ? <span aria-live="polite">{isBusy ? busyLabel : children}</span> : children}
    </button>
  );
}
