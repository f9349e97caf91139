import type { ReactNode } from 'react';
import { useAdminHost } from './admin-context.ts';

const isElsewhere = (homeUrl: string) => !homeUrl.startsWith('/');

type HomeLinkProps = { className?: string; children: ReactNode };

/**
 * A link to the shop's website: same origin in a browser, opened in the default browser from the desktop app.
 */
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
