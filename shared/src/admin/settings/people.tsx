import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { InvitePerson, type ChangePerson, type Person } from '../../contracts/people.ts';
import { ROLE_DESCRIPTIONS, ROLE_LABELS, ROLES, type Role } from '../../contracts/rights.ts';
import { Button } from '../../ui/button.tsx';
import { checkBy } from '../../ui/check-by.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { Moment } from '../list/timestamp.tsx';
import { useMe } from '../base/session.queries.ts';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/reads.ts';

const STATE_LABELS: Record<Person['state'], string> = {
  active: 'Active',
  invited: 'Invited',
  expired: 'Invitation expired',
  deactivated: 'Deactivated',
};

/** Who may log in, with their roles and invitations. */
export function People() {
  const query = usePanelQuery(reads('GET /api/json/people'));
  const me = useMe();
  return (
    <div className="settings-section">
      <QueryPanel query={query} loading={<p className="admin-wait">Loading…</p>}>
        {({ people }) => (
          <ul className="settings-rows">
            {people.map((person) => (
              <PersonRow key={person.id} person={person} isMe={person.id === me?.id} />
            ))}
          </ul>
        )}
      </QueryPanel>
      <Invite />
    </div>
  );
}

function PersonRow({ person, isMe }: { person: Person; isMe: boolean }) {
  const { id, name, email, role, state, hasSecondFactor, lastLogin } = person;
  const { isBusy, run: change } = useAdminAction(
    (client, body: ChangePerson) => client.call('POST /api/admin/people/:id', { params: { id }, body }),
    'Couldn’t save the change',
  );
  const { isBusy: isInviting, run: inviteAgain } = useAdminAction(
    (client) => client.call('POST /api/admin/people/:id/invite', { params: { id } }),
    'Couldn’t send the invitation',
  );
  const isInvited = state === 'invited' || state === 'expired';
  return (
    <li>
      <div className="settings-row-text">
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {isMe && <span className="admin-small">(you)</span>}
        <p className="admin-small">
          {email !== name && (
            <>
              <bdi>{email}</bdi> ·{' '}
            </>
          )}
          {STATE_LABELS[state]}
          {hasSecondFactor && ' · Second factor on'}
          {lastLogin && (
            <>
              {' '}
              · Last login <Moment at={lastLogin} />
            </>
          )}
        </p>
      </div>
      <div className="settings-row-actions">
        <select
          className="input"
          aria-label={`Role for ${name}`}
          value={role}
          disabled={isBusy}
          onChange={({ target }) => change({ role: ROLES.find((known) => known === target.value) })}
        >
          {ROLES.map((known) => (
            <option key={known} value={known}>
              {ROLE_LABELS[known]}
            </option>
          ))}
        </select>
        {isInvited && (
          <Button
            isQuiet
            isBusy={isInviting}
            aria-label={`Resend invitation to ${name}`}
            onClick={() => inviteAgain(undefined)}
          >
            Resend invitation
          </Button>
        )}
        {state === 'deactivated' ? (
          <Button
            isQuiet
            isBusy={isBusy}
            aria-label={`Reactivate ${name}`}
            onClick={() => change({ isActive: true })}
          >
            Reactivate
          </Button>
        ) : (
          <Button
            isQuiet
            isBusy={isBusy}
            aria-label={`${isInvited ? 'Cancel the invitation for' : 'Deactivate'} ${name}`}
            onClick={() => change({ isActive: false })}
          >
            {isInvited ? 'Cancel' : 'Deactivate'}
          </Button>
        )}
      </div>
    </li>
  );
}

const EMPTY: InvitePerson = { email: '', firstName: '', lastName: '', role: 'staff' };

function Invite() {
  const [resolver] = useState(() => checkBy<InvitePerson, InvitePerson>(InvitePerson));
  const form = useForm<InvitePerson, unknown, InvitePerson>({ resolver, defaultValues: EMPTY });
  const { isBusy, run } = useAdminAction(
    (client, body: InvitePerson) => client.call('POST /api/admin/people', { body }),
    'Couldn’t send the invitation',
  );
  const { errors } = form.formState;
  // `useWatch` would make every form page of the site load more.
  const [role, setRole] = useState<Role>(EMPTY.role);
  return (
    <section className="admin-card" aria-labelledby="invite-title">
      <h3 id="invite-title">Invite someone</h3>
      <form
        className="admin-form"
        noValidate
        onSubmit={(event) => void form.handleSubmit((body) => run(body, () => form.reset()))(event)}
      >
        <TextField {...form.register('email')} label="Email" type="email" error={errors.email?.message} />
        <TextField {...form.register('firstName')} label="First name" error={errors.firstName?.message} />
        <TextField {...form.register('lastName')} label="Last name" error={errors.lastName?.message} />
        <SelectField
          {...form.register('role', { onChange: ({ target }) => setRole(target.value) })}
          label="Role"
          help={ROLE_DESCRIPTIONS[role]}
        >
          {ROLES.map((known) => (
            <option key={known} value={known}>
              {ROLE_LABELS[known]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" isBusy={isBusy} busyLabel="Sending…">
          Send the invitation
        </Button>
      </form>
    </section>
  );
}
