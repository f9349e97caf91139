import * as z from 'zod/mini';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { SecuritySettings } from '../../contracts/security.ts';
import { typedDollars } from '../../contracts/typed-money.ts';
import { Act, useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { Card } from '../base/card.tsx';
import { Moment } from '../list/times.tsx';
import { Check } from '../base/fields.tsx';
import { Name, Row } from './row.tsx';

type Security = ResponseOf<'GET /api/json/security'>;

/** Where the administrator is logged in. */
export function Sessions({ sessions }: Pick<Security, 'sessions'>) {
  return (
    <Card title="Where you’re logged in">
      <ul className="settings-rows lines">
        {sessions.map(({ id, device, address, startedAt, lastUsedAt, isThis }) => (
          <Row
            key={id}
            title={<Name name={device} note={isThis && 'this device'} />}
            actions={
              !isThis && (
                <Act
                  isQuiet
                  aria-label={`Log out ${device}`}
                  call="POST /api/admin/security/sessions/:id/end"
                  params={{ id }}
                  failure="Couldn’t log out that device"
                >
                  Log out
                </Act>
              )
            }
          >
            <span>{`${address ? `${address} · ` : ''}Since`}</span> <Moment at={startedAt} /> · Last used{' '}
            <Moment at={lastUsedAt} />
          </Row>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Act
          isQuiet
          call="POST /api/admin/security/sessions/end-others"
          failure="Couldn’t log out the other devices"
        >
          Log out everywhere else
        </Act>
      )}
    </Card>
  );
}

const LimitFields = z.object({
  confirmRefundsAbove: typedDollars(SecuritySettings.shape.confirmRefundsAbove),
  staffQuoteLimit: typedDollars(SecuritySettings.shape.staffQuoteLimit),
});

const FAILURE = 'Couldn’t save the settings';

/** The rules for everyone, which owners set. */
export function Required({ settings }: Pick<Security, 'settings'>) {
  const save = (client: AdminClient, changes: Partial<SecuritySettings>) =>
    client.call('POST /api/admin/security/settings', { body: { ...settings, ...changes } });
  const { isBusy, run } = useAdminAction(save, FAILURE);
  return (
    <Card title="For the whole shop">
      <Check
        label="Require a second factor for owners"
        checked={settings.requireSecondFactor}
        disabled={isBusy}
        onChange={({ target }) => run({ requireSecondFactor: target.checked })}
      />
      <Check
        label="Staff see revenue: the books and the sums on the overview"
        checked={settings.staffSeesRevenue}
        disabled={isBusy}
        onChange={({ target }) => run({ staffSeesRevenue: target.checked })}
      />
      <DataForm
        schema={LimitFields}
        initial={{
          confirmRefundsAbove: String(settings.confirmRefundsAbove),
          staffQuoteLimit: String(settings.staffQuoteLimit),
        }}
        fields={[
          {
            name: 'confirmRefundsAbove',
            label: 'Ask for the second factor again for refunds above this amount (US dollars)',
            help: 'All refunds of one person within 24 hours count together. Exports and changes to settings, people, or recurring amounts always ask again.',
            width: 'short',
            inputMode: 'decimal',
          },
          {
            name: 'staffQuoteLimit',
            label: 'Staff can send quotes up to this amount (US dollars)',
            help: 'Staff can write larger quotes, and an owner sends them.',
            width: 'short',
            inputMode: 'decimal',
          },
        ]}
        act={save}
        failure={FAILURE}
        counts="It counts at once, for everyone."
      />
    </Card>
  );
}
