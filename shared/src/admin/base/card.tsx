import { useId, type ComponentProps, type ReactNode } from 'react';

type CardProps = Omit<ComponentProps<'section'>, 'title' | 'about'> & {
  title: ReactNode;
  /** What the card is for, in small text. */
  about?: ReactNode;
};

/** A section with its heading. */
export function Card({ title, about, children, ...section }: CardProps) {
  const titleId = useId();
  return (
    <section className="admin-card" {...section} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {about && <p className="admin-small">{about}</p>}
      {children}
    </section>
  );
}
