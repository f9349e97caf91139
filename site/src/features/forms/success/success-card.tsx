import { useEffect, useRef, type ReactNode } from 'react';

/** Stands where the form stood, and takes the focus that the form's button had. */
export function SuccessCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="thanks-card" aria-labelledby="thanks-title">
      <h1 id="thanks-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}
