import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react';
import { ROLE_LABELS } from '../../contracts/rights.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { HelpLink } from '../base/help-link.tsx';
import { Brand, HomeLink } from '../base/brand.tsx';
import { Icon } from '../base/icon.tsx';
import { Menu } from '../base/menu.tsx';
import { Modal } from '../base/modal.tsx';
import { useArrival } from '../base/navigation.ts';
import { LOOKS, useOwnChoices } from '../base/own-choices.ts';
import { barPlaces } from '../base/places.ts';
import { useLogOut, useMe, useModeNote, useRights } from '../base/session.queries.ts';
import { openDialog } from '../base/ui-store.ts';
import { Badge, Places, useOverview, type FrameProps } from './places.tsx';
import { Choices } from '../base/fields.tsx';

const onResize = (onChange: () => void) => {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
};
const useMedia = (query: string): boolean => useSyncExternalStore(onResize, () => matchMedia(query).matches);

/** Whether there is room for a sidebar. */
export const useIsWide = () => useMedia('(width >= 64rem)');
/** Whether there is room for its words, too. */
const useIsRoomy = () => useMedia('(width >= 75rem)');

const FIND = 'M9 3.5a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4';
const FOLD = 'M3 4h14v12H3zM8 4v12';
const HOME = 'M11 3h6v6M17 3l-8 8M8 4H3v13h13v-5';
const LEAVE = 'M11 4H4v12h7M8 10h9M14 7l3 3-3 3';
const MORE = 'M3 6h14M3 10h14M3 14h14';

/** The places at the left, and the person below them. */
export function Sidebar({ place }: FrameProps) {
  const isRoomy = useIsRoomy();
  const isFolded = useOwnChoices(({ isFolded }) => isFolded ?? !isRoomy);
  const { Shops } = useAdminHost();
  return (
    <div className="sidebar" data-folded={isFolded}>
      <div className="sidebar-top row middle between gap-2">
        {Shops ? (
          <Menu className="quiet-opener" items={<Shops />} data-tip="Switch shops">
            <Brand />
          </Menu>
        ) : (
          <Brand />
        )}
        <Button
          isQuiet
          className="icon-button"
          aria-label="Fold the sidebar"
          aria-pressed={isFolded}
          data-tip={isFolded ? 'Unfold the sidebar' : 'Fold the sidebar'}
          onClick={() => useOwnChoices.setState({ isFolded: !isFolded })}
        >
          <Icon d={FOLD} />
        </Button>
      </div>
      <Heading />
      <FindButton />
      <Places place={place} isFolded={isFolded} />
      <Person />
    </div>
  );
}

function Heading({ className }: { className?: string }) {
  const modeNote = useModeNote();
  return (
    <>
      <h1 className={className} ref={useArrival<HTMLHeadingElement>()} tabIndex={-1}>
        Admin Dashboard
      </h1>
      {modeNote && <p className={`mode-note admin-small ${className ?? ''}`}>{modeNote}</p>}
    </>
  );
}

function FindButton({ onFind }: { onFind?: () => void }) {
  return (
    <Button
      isQuiet
      className="admin-find"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        onFind?.();
        openDialog('palette');
      }}
    >
      <Icon d={FIND} /> <span>Find</span> <kbd>Ctrl K</kbd>
    </Button>
  );
}

/** Who is logged in, with what is theirs. */
function Person() {
  const me = useMe();
  const { homeUrl } = useAdminHost();
  return (
    <div className="person row middle gap-1">
      <Menu className="quiet-opener" menuClass="person-menu" items={<PersonItems />}>
        <span className="person-initial" aria-hidden="true">
          {me?.name.charAt(0).toLocaleUpperCase('en-US')}
        </span>
        <span className="person-name">
          <bdi>{me?.name}</bdi> <small>{me && ROLE_LABELS[me.role]}</small>
        </span>
      </Menu>
      <HomeLink
        className="button quiet icon-button"
        aria-label="Home"
        data-tip={`Home: ${homeUrl === '/' ? 'the website' : homeUrl}`}
      >
        <Icon d={HOME} />
      </HomeLink>
      <LogoutButton className="icon-button" aria-label="Logout" data-tip="Logout">
        <Icon d={LEAVE} />
      </LogoutButton>
    </div>
  );
}

function LogoutButton(button: ComponentProps<typeof Button>) {
  const logOut = useLogOut();
  return <Button isQuiet {...button} isBusy={logOut.isPending} onClick={() => logOut.mutate()} />;
}

function PersonItems() {
  const look = useOwnChoices(({ look }) => look);
  return (
    <>
      <Link className="button quiet" to="/settings">
        Your account
      </Link>
      <Link className="button quiet" to="/settings" search={{ field: 'Your notifications' }}>
        Notifications
      </Link>
      <Button isQuiet onClick={() => openDialog('shortcuts')}>
        Keyboard shortcuts
      </Button>
      <HelpLink className="button quiet">Help</HelpLink>
      <label className="person-look small-controls row middle between gap-2 xs soft">
        <span>Look</span>
        <select
          className="input"
          value={look}
          onChange={({ target }) => useOwnChoices.setState({ look: target.value as keyof typeof LOOKS })}
        >
          <Choices of={LOOKS} />
        </select>
      </label>
    </>
  );
}

/** On narrow screens: four places in reach of the thumb, and a sheet with all of them. */
export function BottomBar({ place }: FrameProps) {
  const may = useRights();
  const overview = useOverview();
  const { Shops } = useAdminHost();
  const [isOpen, setIsOpen] = useState(false);
  const shown = barPlaces(may);
  const close = () => setIsOpen(false);
  const closeAfter = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a, button')) close();
  };
  return (
    <>
      <Heading className="visually-hidden" />
      <nav className="bottom-bar" aria-label="Places">
        {shown.map(({ to, short, icon, count }) => (
          <Link
            key={to}
            to={to}
            data-current={to === place || undefined}
            aria-current={to === place ? 'page' : undefined}
          >
            <Icon d={icon} />
            <span>{short}</span>
            <Badge count={overview && count?.(overview)} />
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          data-current={!shown.some(({ to }) => to === place) || undefined}
          onClick={() => setIsOpen(true)}
        >
          <Icon d={MORE} />
          <span>More</span>
        </button>
      </nav>
      {isOpen && (
        <Modal label="More" className="more-sheet" onClose={close}>
          <div className="sidebar-top row middle between gap-2">
            <Brand />
            <Button isQuiet onClick={close}>
              Close
            </Button>
          </div>
          <FindButton onFind={close} />
          <Places place={place} onGo={closeAfter} />
          {/* The items do the work. The sheet only closes after it. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div className="person-items stack ruled" onClick={closeAfter}>
            {Shops && <Shops />}
            <PersonItems />
            <HomeLink className="button quiet">Home</HomeLink>
            <LogoutButton>Logout</LogoutButton>
          </div>
        </Modal>
      )}
    </>
  );
}
