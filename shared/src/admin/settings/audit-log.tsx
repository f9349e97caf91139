import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { AuditResponse, AuditKind } from '../../contracts/audit.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { Card } from '../base/card.tsx';
import { Day, Choice } from '../list/filters.tsx';
import { withQuery } from '../base/query-fn.ts';
import { Moment } from '../list/times.tsx';
import { QueryPanel } from '../base/query-panel.tsx';
import { useDownload } from '../base/download.tsx';

const PATH = pathOf('GET /api/json/audit');
const KINDS: readonly (readonly [AuditKind | '', string])[] = [
  ['', 'All entries'],
  ['login', 'Logins'],
  ['change', 'Changes'],
  ['export', 'Exports'],
];

/** Who did what, newest first. */
export function AuditLog() {
  const { client } = useAdminHost();
  const download = useDownload();
  const [typed, setTyped] = useState('');
  const [filters, setFilters] = useState<{ kind?: string; from?: string; to?: string }>({});
  const values = { q: useDeferredValue(typed.trim()) || undefined, ...filters };
  const choose = (name: keyof typeof filters) => (value: string | undefined) =>
    setFilters((before) => ({ ...before, [name]: value }));
  const query = useInfiniteQuery({
    queryKey: [PATH, values],
    queryFn: ({ pageParam: cursor, signal }) =>
      client.get<AuditResponse>(withQuery(PATH, { ...values, cursor }), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
  const command = query.data?.pages[0]?.command;
  return (
    <Card title="Audit log">
      <div className="list-filters small-controls cluster middle gap-2">
        <input
          className="input"
          type="search"
          aria-label="Search the audit log"
          placeholder="Search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Choice label="Kind" options={KINDS} value={filters.kind} onChoose={choose('kind')} />
        <Day label="From" value={filters.from} onChange={choose('from')} />
        <Day label="To" value={filters.to} onChange={choose('to')} />
        <Button isQuiet onClick={() => download(withQuery(pathOf('GET /api/json/audit.csv'), values))}>
          Download CSV
        </Button>
      </div>
      <p className="admin-small">
        <span>Changes, exports, and logins from the last 24 months.</span>
        {command && (
          <>
            {' '}
            <span>To check that no entry was changed or removed, type this on the server:</span>{' '}
            <code>{command}</code>
          </>
        )}
      </p>
      <QueryPanel query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <p className="admin-empty">No entries found</p>;
          return (
            <ol className="settings-rows lines audit-rows">
              {entries.map(({ id, at, who, address, text, orderNumber, detail }) => (
                <li key={id} className="cluster">
                  <div className="settings-row-text shrink break">
                    <p>
                      <strong>
                        <bdi>{who}</bdi>
                      </strong>{' '}
                      <span>{text.charAt(0).toLowerCase() + text.slice(1)}</span>
                      {orderNumber && (
                        <>
                          {' '}
                          <span>·</span>{' '}
                          <Link to="/case/$orderNumber" params={{ orderNumber }}>
                            {orderNumber}
                          </Link>
                        </>
                      )}
                    </p>
                    {detail && (
                      <p className="admin-small">
                        <bdi>{detail}</bdi>
                      </p>
                    )}
                    <p className="admin-small">
                      <Moment at={at} /> <span>{`· ${address || 'on the server'}`}</span>
                    </p>
                  </div>
                </li>
              ))}
            </ol>
          );
        }}
      </QueryPanel>
      {query.hasNextPage && (
        <Button isQuiet isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Card>
  );
}
