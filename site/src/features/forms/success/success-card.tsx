import { useEffect, useRef, type ReactNode } from 'react';

/** Replaces the form and takes the focus from its button. */
export function SuccessCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="success-card" aria-labelledby="thanks-title">
      <h1 id="thanks-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}
