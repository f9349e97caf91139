import { useState } from 'react';
import { NewApiToken, type ApiToken } from '../../contracts/api-tokens.ts';
import { ROLE_LABELS, ROLES } from '../../contracts/rights.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { useMe } from '../base/session.queries.ts';
import { Secret } from './secret.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { ColumnHeads } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';

const COLUMNS = {
  Token: 'key',
  Rights: 'extra',
  'Last used': 'extra',
  Ends: 'extra',
  Actions: 'actions',
} as const;

/** Tokens with which other programs call the API. */
export function ApiTokens() {
  return (
    <div className="stack gap-4">
      <Card title="API tokens">
        <p className="admin-small">
          With a token, another program reads and changes what its role allows, such as Zapier, Make, or your
          own script. Tokens can’t log in, invite people, or change an account.{' '}
          <a href="/api/openapi.json" target="_blank" rel="noopener noreferrer">
            All calls
          </a>
        </p>
        <Reads call="GET /api/json/tokens">
          {({ tokens }) =>
            tokens.length === 0 ? (
              <p>No tokens yet.</p>
            ) : (
              <table className="people">
                <ColumnHeads columns={COLUMNS} />
                <tbody>
                  {tokens.map((token) => (
                    <TokenRow key={token.id} token={token} />
                  ))}
                </tbody>
              </table>
            )
          }
        </Reads>
      </Card>
      <CreateToken />
    </div>
  );
}

function TokenRow({ token: { id, name, by, role, expiresAt, lastUsedAt } }: { token: ApiToken }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <small>
          by <bdi>{by}</bdi>
        </small>
      </th>
      <td data-label="Rights: ">{ROLE_LABELS[role]}</td>
      <td data-label="Last used: ">{lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'}</td>
      <td data-label="Ends: ">{expiresAt ? <Moment isDay at={expiresAt} /> : 'Never'}</td>
      <td className="people-actions">
        <Act
          isQuiet
          aria-label={`Revoke ${name}`}
          call="POST /api/admin/tokens/:id/revoke"
          params={{ id }}
          failure="Couldn’t revoke the token"
        >
          Revoke
        </Act>
      </td>
    </tr>
  );
}

function CreateToken() {
  const own = useMe()?.role ?? 'accountant';
  const allowed = ROLES.slice(ROLES.indexOf(own));
  const [created, setCreated] = useState('');
  return (
    <Card title="Create a token">
      <DataForm
        schema={NewApiToken}
        // The fewest rights. Whoever needs more chooses them.
        initial={{ name: '', role: 'accountant', lastDay: '' }}
        fields={[
          { name: 'name', label: 'Name', help: 'The program that uses it, such as Zapier.' },
          {
            name: 'role',
            label: 'Rights',
            kind: 'choice',
            options: Object.fromEntries(allowed.map((role) => [role, ROLE_LABELS[role]])),
          },
          {
            name: 'lastDay',
            label: 'Last day (optional)',
            help: 'Without one, it works until you revoke it.',
            type: 'date',
            register: { setValueAs: (day: string) => day || null },
          },
        ]}
        act={async (client, body) => {
          const { token, ...done } = await client.call('POST /api/admin/tokens', { body });
          setCreated(token);
          return done;
        }}
        failure="Couldn’t create the token"
        submit="Create the token"
        onDone={(form) => form.reset()}
      />
      {created && (
        <Secret title="Your new token" secret={created} onClose={() => setCreated('')}>
          Copy the token now. It isn’t shown again.
        </Secret>
      )}
    </Card>
  );
}
