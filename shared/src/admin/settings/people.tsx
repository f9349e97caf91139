import { useState } from 'react';
import { InvitePerson, type ChangePerson, type Person } from '../../contracts/people.ts';
import { ROLE_DESCRIPTIONS, ROLE_LABELS, ROLES, type Role } from '../../contracts/rights.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { ActForm, useActForm } from '../base/act-form.tsx';
import { Card } from '../base/card.tsx';
import { Moment } from '../list/times.tsx';
import { useMe } from '../base/session.queries.ts';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/query-fn.ts';
import { Name, Row } from './row.tsx';

const STATE_LABELS: Record<Person['state'], string> = {
  active: 'Active',
  invited: 'Invited',
  expired: 'Invitation expired',
  deactivated: 'Deactivated',
};

const ROLE_OPTIONS = ROLES.map((role) => (
  <option key={role} value={role}>
    {ROLE_LABELS[role]}
  </option>
));

/** Who may log in, with their roles and invitations. */
export function People() {
  const query = usePanelQuery(reads('GET /api/json/people'));
  const me = useMe();
  return (
    <div className="settings-section">
      <QueryPanel query={query}>
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
  const isInvited = state === 'invited' || state === 'expired';
  const isActive = state !== 'deactivated';
  return (
    <Row
      title={<Name name={name} note={isMe && 'you'} />}
      actions={
        <>
          <select
            className="input"
            aria-label={`Role for ${name}`}
            value={role}
            disabled={isBusy}
            onChange={({ target }) => change({ role: ROLES.find((known) => known === target.value) })}
          >
            {ROLE_OPTIONS}
          </select>
          {isInvited && (
            <Act
              isQuiet
              aria-label={`Resend invitation to ${name}`}
              act={(client) => client.call('POST /api/admin/people/:id/invite', { params: { id } })}
              failure="Couldn’t send the invitation"
            >
              Resend invitation
            </Act>
          )}
          <Button
            isQuiet
            isBusy={isBusy}
            aria-label={`${!isActive ? 'Reactivate' : isInvited ? 'Cancel the invitation for' : 'Deactivate'} ${name}`}
            onClick={() => change({ isActive: !isActive })}
          >
            {!isActive ? 'Reactivate' : isInvited ? 'Cancel' : 'Deactivate'}
          </Button>
        </>
      }
    >
      {email !== name && (
        <>
          <bdi>{email}</bdi> ·{' '}
        </>
      )}
      {STATE_LABELS[state]}
      {hasSecondFactor && ' · Second factor on'}
      <Moment before=" · Last login " at={lastLogin} />
    </Row>
  );
}

const NEW_PERSON: InvitePerson = { email: '', firstName: '', lastName: '', role: 'staff' };

function Invite() {
  const { form, field } = useActForm(InvitePerson, NEW_PERSON);
  // `useWatch` would make every form page of the site load more.
  const [role, setRole] = useState<Role>(NEW_PERSON.role);
  return (
    <Card title="Invite someone">
      <ActForm
        form={form}
        act={(client, body) => client.call('POST /api/admin/people', { body })}
        failure="Couldn’t send the invitation"
        submit="Send the invitation"
        busyLabel="Sending…"
        onDone={() => {
          form.reset();
          setRole(NEW_PERSON.role);
        }}
      >
        <TextField {...field('email')} label="Email" type="email" />
        <TextField {...field('firstName')} label="First name" />
        <TextField {...field('lastName')} label="Last name" />
        <SelectField
          {...field('role', { onChange: ({ target }) => setRole(target.value) })}
          label="Role"
          help={ROLE_DESCRIPTIONS[role]}
        >
          {ROLE_OPTIONS}
        </SelectField>
      </ActForm>
    </Card>
  );
}
