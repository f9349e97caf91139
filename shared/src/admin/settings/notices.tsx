import { NOTICE_KINDS, NOTICES, type Notice, type NoticeChoice } from '../../contracts/notices.ts';
import { hasRight } from '../../contracts/rights.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { useAdminAction } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { useMe } from '../base/session.queries.ts';
import { ColumnHeads } from '../list/table-parts.tsx';
import { Reads } from '../base/query-panel.tsx';

/** Which notifications the administrator gets by email and in the desktop app. */
export function Notices() {
  const { OwnNotices } = useAdminHost();
  return (
    <Card title="Your notifications">
      <Reads call="GET /api/json/notices" isStill>
        {({ address, email, desktop, version }) => (
          <Choices address={address} choice={{ email, desktop }} version={version} />
        )}
      </Reads>
      {OwnNotices && <OwnNotices />}
    </Card>
  );
}

type ChoicesProps = { address: string; choice: NoticeChoice; version: string };

function Choices({ address, choice, version }: ChoicesProps) {
  const role = useMe()?.role;
  const { isBusy, run: save } = useAdminAction(
    (client, body: NoticeChoice) => client.call('POST /api/admin/notices', { body: { ...body, version } }),
    'Couldn’t save the change',
  );
  const toggle = (way: keyof NoticeChoice, notice: Notice) => {
    const others = choice[way].filter((kind) => kind !== notice);
    save({ ...choice, [way]: choice[way].includes(notice) ? others : [...others, notice] });
  };
  return (
    <>
      <p className="admin-small">
        Emails go to <bdi>{address}</bdi>. The business mailbox gets all of them, too.
      </p>
      <table className="settings-notices">
        <ColumnHeads columns={{ About: 'key', Email: 'extra', Desktop: 'extra' }} />
        <tbody>
          {NOTICE_KINDS.filter((kind) => hasRight(role, NOTICES[kind].right)).map((kind) => {
            const { label, desktop } = NOTICES[kind];
            const ways = desktop ? (['email', 'desktop'] as const) : (['email'] as const);
            return (
              <tr key={kind}>
                <th scope="row">{label}</th>
                {ways.map((way) => (
                  <td key={way}>
                    <input
                      type="checkbox"
                      aria-label={`${label}: ${way === 'email' ? 'Email' : 'Desktop'}`}
                      checked={choice[way].includes(kind)}
                      disabled={isBusy}
                      onChange={() => toggle(way, kind)}
                    />
                  </td>
                ))}
                {!desktop && (
                  <td className="list-none soft" data-tip="The desktop app doesn’t notify about this">
                    –
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
