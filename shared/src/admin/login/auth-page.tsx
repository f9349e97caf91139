import type { ReactNode } from 'react';
import { Brand } from '../base/brand.tsx';
import { useArrival } from '../base/navigation.ts';

type AuthPageProps = {
  /** The window title. */
  title: string;
  heading: string;
  /** Shown below the card. */
  below?: ReactNode;
  children: ReactNode;
};

/** The layout of pages that need no login: the logo above a card. */
export function AuthPage({ title, heading, below, children }: AuthPageProps) {
  const ref = useArrival<HTMLHeadingElement>(title);
  return (
    <div className="auth-page">
      <Brand />
      <section className="admin-card" aria-labelledby="auth-title">
        <h1 id="auth-title" ref={ref} tabIndex={-1}>
          {heading}
        </h1>
        {children}
      </section>
      {below}
    </div>
  );
}
