import { useId, type ComponentProps, type ReactNode } from 'react';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & { title: ReactNode };

/** A section with its heading. */
export function Card({ title, children, ...section }: CardProps) {
  const titleId = useId();
  return (
    <section className="admin-card" {...section} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  );
}
