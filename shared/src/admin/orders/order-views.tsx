import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import type { OrderView, SavedView } from '../../contracts/orders.ts';
import type { PageResponse } from '../../contracts/lists.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminAction } from '../base/act.tsx';
import { queryText } from '../base/query-fn.ts';
import { reads } from '../base/query-panel.tsx';
import { isFiltered, type ListSearch, readOrderSearch } from '../list/list-search.ts';

/** The views of the list with their counts. Filters that find something can be saved as one more. */
export function OrderViews({ page }: { page: PageResponse | undefined }) {
  const { data } = useQuery(reads('GET /api/json/order-views'));
  const raw = useSearch({ strict: false });
  const { cursor: _page, ...search } = readOrderSearch(raw);
  const { isBusy, run: save } = useAdminAction(
    (client, views: SavedView[]) =>
      client.call('POST /api/admin/order-views', { body: { views, version: data?.version ?? '' } }),
    'Couldn’t save the views',
  );
  const [isNaming, setIsNaming] = useState(false);
  if (!data) return null;
  const address = queryText(search);
  const own = data.views
    .filter(({ isOwn }) => isOwn)
    .map(({ name, search: saved }): SavedView => ({ name, search: saved }));
  const open = data.views.find(({ search: saved }) => isSame(saved, search));
  return (
    <>
      <nav className="list-views row xs" aria-label="Views">
        <Link
          to="/orders"
          search={{}}
          activeOptions={{ exact: true }}
          aria-current={address === '' || undefined}
        >
          All orders
        </Link>
        {data.views.map((view) => (
          <Link
            key={`${view.name} ${view.search}`}
            to="/orders"
            search={readOrderSearch(Object.fromEntries(new URLSearchParams(view.search)))}
            activeOptions={{ exact: true }}
            aria-current={view === open || undefined}
            data-alarm={(view.name === 'Late' && !view.isOwn && view.count > 0) || undefined}
          >
            <bdi>{view.name}</bdi> <span className="list-views-count">{countText(view)}</span>
          </Link>
        ))}
      </nav>
      {open?.isOwn && (
        <Button
          isQuiet
          isBusy={isBusy}
          onClick={() => save(own.filter(({ search: saved }) => saved !== open.search))}
        >
          Remove this view
        </Button>
      )}
      {!open && page?.total !== 0 && isFiltered(search) && !isNaming && (
        <Button isQuiet onClick={() => setIsNaming(true)}>
          Save as a view
        </Button>
      )}
      {isNaming && (
        <NameView
          isBusy={isBusy}
          onName={(name) => save([...own, { name, search: address }], () => setIsNaming(false))}
          onCancel={() => setIsNaming(false)}
        />
      )}
    </>
  );
}

/** What the views say when there is nothing in them. */
const EMPTY: Record<string, string> = {
  'due=late': 'Nothing is late.',
  'due=today': 'Nothing is due today.',
  'answer=waiting': 'No customer waits for an answer.',
  'responsible=me': 'Nobody has made you responsible for an order.',
};

/** An empty view answers the person, not the filter. */
export function EmptyView({ search: { sort: _sort, cursor: _cursor, ...filters } }: { search: ListSearch }) {
  const { data } = useQuery(reads('GET /api/json/order-views'));
  const unassigned = data?.views.find(({ search }) => search.startsWith(UNASSIGNED));
  return (
    <>
      <span>{EMPTY[queryText(filters)] ?? 'Nothing matches these filters.'}</span>{' '}
      {filters.responsible === 'me' && unassigned && unassigned.count > 0 && (
        <Link to="/orders" search={{ responsible: 'nobody' }}>
          {`See the ${countText(unassigned)} unassigned`}
        </Link>
      )}
    </>
  );
}

const UNASSIGNED = 'responsible=nobody';

/** The same filters and order, whatever the order of the parameters. */
const isSame = (saved: string, search: Record<string, string | undefined>): boolean =>
  queryText(Object.fromEntries([...new URLSearchParams(saved)].toSorted())) ===
  queryText(Object.fromEntries(Object.entries(search).toSorted()));

const countText = ({ count, isCountExact }: OrderView): string =>
  `${count.toLocaleString('en-US')}${isCountExact ? '' : '+'}`;

type NameViewProps = { isBusy: boolean; onName: (name: string) => void; onCancel: () => void };

function NameView({ isBusy, onName, onCancel }: NameViewProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onName(String(new FormData(event.currentTarget).get('name')));
  };
  return (
    <form className="list-name cluster gap-2 middle" onSubmit={submit}>
      <input
        className="input"
        name="name"
        aria-label="Name of the view"
        placeholder="Name of the view"
        required
        maxLength={40}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
      <Button isQuiet onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
