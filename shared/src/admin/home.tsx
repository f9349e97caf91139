import type { ReactNode } from 'react';
import { useAdminHost } from './admin-context.ts';

const isElsewhere = (homeUrl: string) => !homeUrl.startsWith('/');

type HomeLinkProps = { className?: string; children: ReactNode };

/** The way to the shop's website: in a browser this window's own origin, on the desktop the browser outside. */
export function HomeLink({ className, children }: HomeLinkProps) {
  const { homeUrl } = useAdminHost();
  return (
    <a
      className={className}
      href={homeUrl}
      {...(isElsewhere(homeUrl) && { target: '_blank', rel: 'noreferrer noopener' })}
    >
      {children}
    </a>
  );
}

export function openHome(homeUrl: string): void {
  if (isElsewhere(homeUrl)) window.open(homeUrl, '_blank', 'noreferrer,noopener');
  else location.assign(homeUrl);
}
