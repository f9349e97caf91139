import type { ReactNode } from 'react';
import { Brand } from '../brand.tsx';
import { useArrival } from '../navigation.ts';

type AuthPageProps = {
  /** Of the window. */
  title: string;
  heading: string;
  /** Below the card. */
  below?: ReactNode;
  children: ReactNode;
};

/** The frame of the pages that need no login: the brand above one card. */
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
