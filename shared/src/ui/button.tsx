import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  /** The label while busy, such as "Processing...". Clicks are ignored while busy. */
  busyLabel?: string;
  isBusy?: boolean;
  isQuiet?: boolean;
};

/** Uses `aria-disabled` while busy, because a disabled button would lose the focus. */
export function Button({ busyLabel, isBusy = false, isQuiet = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={['button', isQuiet && 'quiet', rest.className].filter(Boolean).join(' ')}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busyLabel ? <span aria-live="polite">{isBusy ? busyLabel : children}</span> : children}
    </button>
  );
}
