import { Button } from '../ui/button.tsx';
import { Brand } from './brand.tsx';
import { HomeLink } from './home.tsx';
import { LiveWord } from './live/live-status.tsx';
import { useLogOut } from './login/session.queries.ts';
import { useArrival } from './navigation.ts';
import { openDialog } from './ui-store.ts';

export function AdminBar() {
  const heading = useArrival<HTMLHeadingElement>();
  const logOut = useLogOut();
  return (
    <div className="admin-bar">
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
