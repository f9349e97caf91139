import styles from './shop.css?url';
import type { ResponseOf } from '../../../contracts/endpoints.ts';
import type { ShopResponse, ShopVersionState } from '../../../contracts/shop.ts';
import { Card } from '../../base/card.tsx';
import { QueryPanel, usePanelQuery, reads } from '../../base/query-panel.tsx';
import { Moment } from '../../list/times.tsx';
import { Name, Row } from '../row.tsx';
import { localTime, VersionAct } from './publish-bar.tsx';
import { ShopForm } from './shop-form.tsx';
import { pace, shopQuery } from './use-shop-changes.ts';

type Version = ResponseOf<'GET /api/json/shop/versions'>['versions'][number];

/** What the shop sells: prices, add-ons, promises, and sales tax, with their versions. */
export function ShopSettings() {
  const query = usePanelQuery(shopQuery);
  return (
    <div className="stack gap-4">
      <link rel="stylesheet" href={styles} precedence="view" />
      <QueryPanel query={query}>
        {(shop) => (
          <>
            <ShopForm shop={shop} />
            <Versions {...shop} />
          </>
        )}
      </QueryPanel>
    </div>
  );
}

function Versions({ version: newest, publishedVersion }: ShopResponse) {
  const query = usePanelQuery({
    ...reads('GET /api/json/shop/versions'),
    refetchInterval: ({ state: { data } }) =>
      pace(data?.versions.some(({ state }) => state === 'publishing')),
  });
  return (
    <Card title="Versions">
      <QueryPanel query={query}>
        {({ versions }) => (
          <ol className="settings-rows lines">
            {versions.map((one) => (
              <VersionRow
                key={one.version}
                one={one}
                isCurrent={one.version === publishedVersion}
                newest={newest}
                replacesDraft={newest !== publishedVersion}
              />
            ))}
          </ol>
        )}
      </QueryPanel>
    </Card>
  );
}

const STATE_LABELS: Record<ShopVersionState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  publishing: 'Publishing',
  published: 'Published',
  failed: 'Failed',
  discarded: 'Discarded',
};

type VersionRowProps = { one: Version; newest: number; isCurrent: boolean; replacesDraft: boolean };

function VersionRow({ one, newest, isCurrent, replacesDraft }: VersionRowProps) {
  const { version, state, by, changes, failure, publishAt } = one;
  const at = one.publishedAt ?? one.at;
  return (
    <Row
      title={
        <Name
          name={by ? STATE_LABELS[state] : 'Original'}
          note={
            isCurrent
              ? 'what buyers see now'
              : state === 'scheduled' && publishAt !== null && localTime(publishAt)
          }
        />
      }
      more={
        <>
          {failure && <p>{failure}</p>}
          <ul className="sm">
            {changes.map(({ what, from, to }) => (
              <li key={what}>
                <span>{`${what}${from && to ? ` ${short(from)} → ${short(to)}` : to ? `: ${short(to)} (new)` : ' (removed)'}`}</span>
                {COLOR.test(to) && (
                  <svg className="shop-swatch" viewBox="0 0 1 1" aria-hidden="true">
                    <rect width="1" height="1" fill={to} />
                  </svg>
                )}
              </li>
            ))}
          </ul>
        </>
      }
      actions={
        state === 'published' &&
        !isCurrent && (
          <VersionAct
            version={version}
            newest={newest}
            action="restore"
            which={by ? `the version from ${new Date(at).toLocaleString('en-US')}` : 'the original version'}
            isShort
            text={`This publishes the prices and texts of that version. You can restore today’s version the same way.${replacesDraft ? ' Your unpublished changes will be discarded.' : ''}`}
          />
        )
      }
    >
      {by && (
        <>
          <Moment at={at} /> <span>·</span> <bdi>{by}</bdi>
        </>
      )}
    </Row>
  );
}

const COLOR = /^#[\da-f]{6}$/i;

/** Of a long text, its beginning. */
const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
