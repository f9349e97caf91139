import { useId, type ReactNode } from 'react';

type CardProps = { title: string; children: ReactNode };

/** A section of a case, with its heading. */
export function Card({ title, children }: CardProps) {
  const titleId = useId();
  return (
    <section className="case-card" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  );
}
