import { useEffect, useRef, type ReactNode } from 'react';
import { useCheckout } from './state/checkout-store.ts';

/** Takes the focus when its step opens, for keyboard and screen reader users. */
export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!useCheckout.getState().hasMoved) return;
    document.getElementById('checkout-top')?.scrollIntoView({ behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="step-heading stack gap-3">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
