import { useState } from 'react';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { SecuritySettings } from '../../contracts/security.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { Moment } from '../list/timestamp.tsx';

type Security = ResponseOf<'GET /api/json/security'>;

/** Where the administrator is logged in. */
export function Sessions({ sessions }: Pick<Security, 'sessions'>) {
  const { isBusy, run: end } = useAdminAction(
    (client, id: string) => client.call('POST /api/admin/security/sessions/:id/end', { params: { id } }),
    'Couldn’t log out that device',
  );
  const { isBusy: isEnding, run: endOthers } = useAdminAction(
    (client) => client.call('POST /api/admin/security/sessions/end-others'),
    'Couldn’t log out the other devices',
  );
  return (
    <section className="admin-card" aria-labelledby="sessions-title">
      <h3 id="sessions-title">Where you’re logged in</h3>
      <ul className="settings-rows">
        {sessions.map(({ id, device, address, startedAt, lastUsedAt, isThis }) => (
          <li key={id}>
            <div className="settings-row-text">
              <strong>{device}</strong> {isThis && <span className="admin-small">(this device)</span>}
              <p className="admin-small">
                {address && `${address} · `}
                Since <Moment at={startedAt} /> · Last used <Moment at={lastUsedAt} />
              </p>
            </div>
            {!isThis && (
              <Button isQuiet isBusy={isBusy} aria-label={`Log out ${device}`} onClick={() => end(id)}>
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button isQuiet isBusy={isEnding} onClick={() => endOthers(undefined)}>
          Log out everywhere else
        </Button>
      )}
    </section>
  );
}

/** What owners decide for everyone. */
export function Required({ settings }: Pick<Security, 'settings'>) {
  const [limit, setLimit] = useState(String(settings.confirmRefundsAbove));
  const { isBusy, run: save } = useAdminAction(
    (client, body: SecuritySettings) => client.call('POST /api/admin/security/settings', { body }),
    'Couldn’t save the settings',
  );
  return (
    <section className="admin-card" aria-labelledby="required-title">
      <h3 id="required-title">For the whole shop</h3>
      <label className="settings-check">
        <input
          type="checkbox"
          checked={settings.requireSecondFactor}
          disabled={isBusy}
          onChange={({ target }) => save({ ...settings, requireSecondFactor: target.checked })}
        />
        Require a second factor for owners
      </label>
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          save({ ...settings, confirmRefundsAbove: Number(limit) });
        }}
      >
        <TextField
          label="Ask for the second factor again for refunds above this amount (US dollars)"
          help="All refunds that the same person made in the last 24 hours count toward this amount. People with a second factor are also asked again before exports and before changes to people, second factors, the business, promo codes, webhooks, or recurring amounts."
          width="short"
          inputMode="decimal"
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
        />
        <Button type="submit" isQuiet isBusy={isBusy} busyLabel="Saving…">
          Save
        </Button>
      </form>
    </section>
  );
}
