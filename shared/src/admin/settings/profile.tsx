import { useState } from 'react';
import { Profile as ProfileCheck } from '../../contracts/people.ts';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { DataForm } from '../drafts/data-form.tsx';

/** The own name and email address. A new address counts with the code that is sent to it. */
export function Profile() {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Card title="Your name and email">
      <Reads call="GET /api/json/profile">
        {({ firstName, lastName, email }) => (
          <DataForm
            key={email}
            schema={ProfileCheck}
            initial={{ firstName, lastName, email, code: '' }}
            fields={[
              [
                { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
                { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
              ],
              {
                name: 'email',
                label: 'Email',
                type: 'email',
                autoComplete: 'email',
                help: 'We send your notifications here, and a link if you forget your password.',
              },
              needsCode && {
                name: 'code',
                label: 'Code from the email to the new address',
                width: 'short',
                inputMode: 'numeric',
                autoComplete: 'one-time-code',
              },
            ]}
            act={async (client, body) => {
              const saved = await client.call('POST /api/admin/profile', { body });
              setNeedsCode(saved.needsCode);
              return saved;
            }}
            failure="Couldn’t save the change"
          />
        )}
      </Reads>
    </Card>
  );
}
