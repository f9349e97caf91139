import { Button } from '../../ui/button.tsx';
import { Brand, HomeLink } from '../base/brand.tsx';
import { useLogOut } from '../base/session.queries.ts';
import { useArrival } from '../base/navigation.ts';
import { openDialog, useUi } from '../base/ui-store.ts';

const LIVE = 'Changes appear as they happen';
const NOT_LIVE = 'Live updates aren’t connected. Lists refresh every 30 seconds.';

function LiveWord() {
  const isLive = useUi(({ isLive }) => isLive);
  return (
    <p
      className="live-status xs soft status-label"
      data-live={isLive || undefined}
      data-tip={isLive ? LIVE : NOT_LIVE}
    >
      <span>{isLive ? 'Live' : 'Refreshing every 30 seconds'}</span>
    </p>
  );
}

export function AdminBar() {
  const heading = useArrival<HTMLHeadingElement>();
  const logOut = useLogOut();
  return (
    <div className="admin-bar cluster middle">
      <Brand />
      <h1 ref={heading} tabIndex={-1}>
        Admin Dashboard
      </h1>
      <LiveWord />
      <Button
        isQuiet
        className="admin-find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openDialog('palette')}
      >
        Find <kbd>Ctrl K</kbd>
      </Button>
      <HomeLink className="button quiet">Home</HomeLink>
      <Button isQuiet isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
        Logout
      </Button>
    </div>
  );
}
