import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { useActions, useUi } from './ui-store.ts';

type PageHeadProps = {
  /** The ID of the heading, which names the view. */
  id: string;
  title: ReactNode;
  tip?: string | undefined;
  /** What the page counts. */
  count?: ReactNode;
  /** What the page shows, if it is read from the server. */
  query?: { isFetching: boolean; refetch: () => unknown };
  /** Whether it can be read again although it is live. */
  keepsRefresh?: boolean;
  /** Quiet actions. */
  menu?: ReactNode;
  /** The one filled button, and what else belongs to the title. */
  children?: ReactNode;
};

/** The same head on every page. */
export function PageHead({ id, title, tip, count, query, keepsRefresh, menu, children }: PageHeadProps) {
  return (
    <header className="page-head cluster middle">
      <h2 id={id} data-tip={tip}>
        {title}
      </h2>
      {count && <p className="admin-small any-width">{count}</p>}
      <div className="page-acts push small-controls row middle gap-2">
        {query && <Freshness {...query} keepsRefresh={keepsRefresh} />}
        {children}
        {menu && (
          <Menu className="icon-button" aria-label="More actions" items={menu}>
            <Icon d={DOTS} />
          </Menu>
        )}
      </div>
    </header>
  );
}

export const DOTS = 'M4.5 10h.01M10 10h.01M15.5 10h.01';
const AGAIN = 'M16 9a6.2 6.2 0 1 0-.6 4M16.5 3.5V9H11';

type FreshnessProps = NonNullable<PageHeadProps['query']> & { keepsRefresh: boolean | undefined };

/** Everything appears as it happens. Where it does not, the head says so and offers to read again. */
function Freshness({ isFetching, refetch, keepsRefresh }: FreshnessProps) {
  const isLive = useUi(({ isLive }) => isLive);
  const isOffline = useUi(({ isOffline }) => isOffline);
  const refresh = () => void refetch();
  useActions([{ label: 'Refresh', shortcut: 'r', run: refresh }]);
  return (
    <div className="freshness row middle gap-1" data-live={isLive || undefined}>
      {!isOffline && (
        <p className={isLive ? 'visually-hidden' : 'xs soft'} role="status">
          <span>{isLive ? 'Live' : 'Refreshing every 30 seconds'}</span>
        </p>
      )}
      {(!isLive || keepsRefresh) && (
        <Button
          isQuiet
          className="icon-button"
          aria-label="Refresh"
          data-tip="Refresh"
          isBusy={isFetching}
          onClick={refresh}
        >
          <Icon d={AGAIN} />
        </Button>
      )}
    </div>
  );
}
