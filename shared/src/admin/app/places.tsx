import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, type KeyboardEvent, type MouseEvent } from 'react';
import { Icon } from '../base/icon.tsx';
import { placesFor, type AnyPlace, type PlaceId } from '../base/places.ts';
import { reads } from '../base/query-panel.tsx';
import { useRights } from '../base/session.queries.ts';

/** What waits at each place. The overview shows the same. */
export function useOverview() {
  return useQuery(reads('GET /api/json/overview')).data;
}

export type FrameProps = { place: PlaceId | undefined };
type PlacesProps = FrameProps & { isFolded?: boolean; onGo?: (event: MouseEvent) => void };

/** Arrow keys walk from one place to the next. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.place')];
  const index = links.findIndex((link) => link === document.activeElement);
  links[(index + step + links.length) % links.length]?.focus();
  event.preventDefault();
}

export function Places({ place, isFolded, onGo }: PlacesProps) {
  const may = useRights();
  const overview = useOverview();
  const all = placesFor(may);
  /** Neighbors of one kind: the four views of the dashboard are tabs. */
  const runs: AnyPlace[][] = [];
  for (const one of all) {
    const last = runs.at(-1);
    if (last && last[0]?.isTab === one.isTab && !one.group) last.push(one);
    else runs.push([one]);
  }
  return (
    // Its links take the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav className="places" aria-label="Dashboard" onKeyDown={walk} onClick={onGo}>
      {runs.map((run) => {
        const [{ to, group, isTab } = { to: '', group: undefined, isTab: undefined }] = run;
        const entries = run.map((one) => (
          <PlaceLink
            key={one.to}
            place={one}
            isCurrent={one.to === place}
            isFolded={isFolded}
            count={overview && one.count?.(overview)}
          />
        ));
        return (
          <Fragment key={to}>
            {group && <p className="places-group">{group}</p>}
            {isTab ? (
              <div role="tablist" aria-label={group ?? 'Settings'} aria-orientation="vertical">
                {entries}
              </div>
            ) : (
              entries
            )}
          </Fragment>
        );
      })}
    </nav>
  );
}

type PlaceLinkProps = {
  place: AnyPlace;
  isCurrent: boolean;
  isFolded: boolean | undefined;
  count: number | undefined;
};

/** The count stands beside the link, so that the link has the name of its view and nothing else. */
function PlaceLink({
  place: { to, label, short, icon, isTab, key },
  isCurrent,
  isFolded,
  count = 0,
}: PlaceLinkProps) {
  const id = useId();
  return (
    <div className="place-row">
      <Link
        className="place row middle gap-3"
        data-short={short}
        to={to}
        id={isTab ? tabId(to) : undefined}
        {...(isFolded
          ? { 'data-tip': count > 0 ? `${label}, ${count.toLocaleString('en-US')} waiting` : label }
          : { 'aria-describedby': count > 0 ? id : undefined })}
        aria-keyshortcuts={`g ${key}`}
        data-current={isCurrent || undefined}
        {...(isTab
          ? { role: 'tab', 'aria-selected': isCurrent, 'aria-controls': PANEL_ID }
          : { 'aria-current': isCurrent ? 'page' : undefined })}
      >
        <Icon d={icon} />
        <span>{label}</span>
      </Link>
      <Badge id={id} count={count} />
    </div>
  );
}

export function Badge({ id, count = 0 }: { id?: string; count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="place-count" id={id}>
      <span>{count.toLocaleString('en-US')}</span>
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

export const PANEL_ID = 'admin-panel';
export const tabId = (place: string): string => `tab-${place.slice(1)}`;
