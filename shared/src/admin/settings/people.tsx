import { useState } from 'react';
import { InvitePerson, PersonNames, type ChangePerson, type Person } from '../../contracts/people.ts';
import { ROLE_LABELS, ROLES, roleText, type Role } from '../../contracts/rights.ts';
import { Button } from '../../ui/button.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { ColumnHeads } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { useMe } from '../base/session.queries.ts';
import { Reads } from '../base/query-panel.tsx';
import { Modal } from '../base/modal.tsx';
import { ask } from '../base/ui-store.ts';
import { Name } from './row.tsx';
import { Secret } from './secret.tsx';
import { Choices } from '../base/fields.tsx';

const STATE_LABELS: Record<Exclude<Person['state'], 'active'>, string> = {
  invited: 'Invited',
  expired: 'Invitation expired',
  deactivated: 'Deactivated',
};

const COLUMNS = {
  Person: 'key',
  Role: 'extra',
  'Second factor': 'extra',
  'Last login': 'extra',
  Actions: 'actions',
} as const;

/** Owners first, then by name. */
const byRoleAndName = (a: Person, b: Person) =>
  Number(b.role === 'owner') - Number(a.role === 'owner') || a.name.localeCompare(b.name);

/** Who may log in, with their roles and invitations. */
export function People() {
  const me = useMe();
  const [link, showLink] = useState<string>();
  const [edited, edit] = useState<number>();
  return (
    <div className="stack gap-4">
      <Card title="People">
        <Reads call="GET /api/json/people">
          {({ people }) => {
            const person = people.find(({ id }) => id === edited);
            return (
              <>
                <table className="people">
                  <ColumnHeads columns={COLUMNS} />
                  <tbody>
                    {people.toSorted(byRoleAndName).map((person) => (
                      <PersonRow
                        key={person.id}
                        isMe={person.id === me?.id}
                        {...{ person, showLink, edit }}
                      />
                    ))}
                  </tbody>
                </table>
                {person && <EditPerson person={person} showLink={showLink} onClose={() => edit(undefined)} />}
              </>
            );
          }}
        </Reads>
      </Card>
      {link && <InvitationLink link={link} onClose={() => showLink(undefined)} />}
      <Invite showLink={showLink} />
    </div>
  );
}

type ShowLink = { showLink: (link: string | undefined) => void };

type RowProps = ShowLink & { person: Person; isMe: boolean; edit: (id: number) => void };

function PersonRow({ person, isMe, showLink, edit }: RowProps) {
  const { id, version, name, email, role, state, hasSecondFactor, lastLogin } = person;
  const { isBusy, run: change } = useAdminAction(
    (client, changes: Omit<ChangePerson, 'version'>) =>
      client.call('POST /api/admin/people/:id', { params: { id }, body: { version, ...changes } }),
    'Couldn’t save the change',
  );
  const isInvited = state === 'invited' || state === 'expired';
  const isActive = state !== 'deactivated';
  const end = !isActive ? 'Reactivate' : isInvited ? 'Withdraw invitation' : 'Deactivate';
  const choose = (chosen: Role) =>
    chosen === 'owner' || role === 'owner'
      ? ask(
          {
            title: `Change ${name} from ${ROLE_LABELS[role]} to ${ROLE_LABELS[chosen]}?`,
            text: roleText(chosen, 'They'),
            confirm: 'Change the role',
          },
          () => change({ role: chosen }),
        )
      : change({ role: chosen });
  return (
    <tr>
      <th scope="row">
        <Name name={name} note={isMe && 'you'} />
        {email !== name && (
          <small>
            <bdi>{email}</bdi>
          </small>
        )}
        {state !== 'active' && <small>{STATE_LABELS[state]}</small>}
      </th>
      <td>
        <select
          className="input"
          aria-label={`Role for ${name}`}
          value={role}
          disabled={isBusy}
          onChange={({ target }) => choose(ROLES[target.selectedIndex] ?? role)}
        >
          <Choices of={ROLE_LABELS} />
        </select>
      </td>
      <td data-label="Second factor: ">{hasSecondFactor ? 'On' : 'Off'}</td>
      <td data-label="Last login: ">{lastLogin ? <Moment at={lastLogin} /> : 'Never'}</td>
      <td className="people-actions">
        {isInvited && (
          <Act
            isQuiet
            aria-label={`Resend invitation to ${name}`}
            act={async (client) => {
              const invited = await client.call('POST /api/admin/people/:id/invite', { params: { id } });
              showLink(invited.link);
              return invited;
            }}
            failure="Couldn’t send the invitation"
          >
            Resend invitation
          </Act>
        )}
        {!isMe && isActive && (
          <Button isQuiet aria-label={`Edit ${name}`} onClick={() => edit(id)}>
            Edit
          </Button>
        )}
        {!isMe && (
          <Button
            isQuiet
            isBusy={isBusy}
            aria-label={isInvited ? `${end} for ${name}` : `${end} ${name}`}
            onClick={() =>
              isActive && !isInvited
                ? ask(
                    {
                      title: `Deactivate ${name}?`,
                      text: 'They are logged out everywhere right away, and their API tokens stop working. You can reactivate the account.',
                      confirm: 'Deactivate',
                    },
                    () => change({ isActive: false }),
                  )
                : change({ isActive: !isActive })
            }
          >
            {end}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Corrects a colleague, or lets one in again. */
function EditPerson({ person, showLink, onClose }: ShowLink & { person: Person; onClose: () => void }) {
  const { id, version, name, email, firstName, lastName, state, hasSecondFactor } = person;
  const params = { id };
  const linkFrom = <Answer extends { link?: string | undefined }>(answer: Answer) => {
    showLink(answer.link);
    return answer;
  };
  return (
    <Modal label={name} onClose={onClose}>
      <DataForm
        schema={PersonNames}
        initial={{ firstName, lastName, email }}
        fields={[
          [
            { name: 'firstName', label: 'First name' },
            { name: 'lastName', label: 'Last name' },
          ],
          {
            name: 'email',
            label: 'Email',
            type: 'email',
            help: 'Both addresses get an email about the change.',
          },
        ]}
        act={async (client, body) =>
          linkFrom(await client.call('POST /api/admin/people/:id', { params, body: { ...body, version } }))
        }
        failure="Couldn’t save the change"
        onDone={onClose}
        onCancel={onClose}
      />
      {state === 'active' && (
        <>
          <h4>{`${name} can’t log in?`}</h4>
          <div className="settings-row-actions cluster gap-2 end">
            <Act
              isQuiet
              act={async (client) =>
                linkFrom(await client.call('POST /api/admin/people/:id/invite', { params }))
              }
              failure="Couldn’t send the link"
              onDone={onClose}
            >
              Send a link to set a new password
            </Act>
            {hasSecondFactor && (
              <Act
                isQuiet
                asks={{
                  title: `Remove the second factor of ${name}?`,
                  text: 'They can then log in with only their password until they set up a new one. Make sure that they asked for this. We email both of you.',
                  confirm: 'Remove it',
                }}
                call="POST /api/admin/people/:id"
                params={params}
                body={{ hasSecondFactor: false, version }}
                failure="Couldn’t remove the second factor"
                onDone={onClose}
              >
                Remove the second factor
              </Act>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}

const NEW_PERSON: InvitePerson = { email: '', firstName: '', lastName: '', role: 'staff' };

const Invite = ({ showLink }: ShowLink) => (
  <Card title="Invite someone">
    <DataForm
      schema={InvitePerson}
      initial={NEW_PERSON}
      fields={({ role }) => [
        { name: 'email', label: 'Email', type: 'email' },
        [
          { name: 'firstName', label: 'First name' },
          { name: 'lastName', label: 'Last name' },
        ],
        { name: 'role', label: 'Role', help: roleText(role, 'They'), kind: 'choice', options: ROLE_LABELS },
      ]}
      act={async (client, body) => {
        const invited = await client.call('POST /api/admin/people', { body });
        showLink(invited.link);
        return invited;
      }}
      failure="Couldn’t send the invitation"
      submit="Send the invitation"
      busyLabel="Sending…"
      onDone={(form) => form.reset()}
    />
  </Card>
);

function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  const isInvitation = link.includes('#invite=');
  return (
    <Secret
      title={isInvitation ? 'Link of the invitation' : 'Link to set a new password'}
      secret={link}
      onClose={onClose}
    >
      {isInvitation
        ? 'Email isn’t set up, so nobody received this link. Send it to the person you invited. It works once, for 48 hours.'
        : 'Email isn’t set up, so nobody received this link. Send it to your colleague. It works once, for 15 minutes.'}
    </Secret>
  );
}
