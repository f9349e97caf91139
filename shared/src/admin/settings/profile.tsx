import { useState } from 'react';
import { Profile as ProfileCheck } from '../../contracts/people.ts';
import { Card } from '../base/card.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/query-fn.ts';
import { DataForm } from '../drafts/data-form.tsx';

/** The own name and email address. A new address counts with the code that is sent to it. */
export function Profile() {
  const query = usePanelQuery(reads('GET /api/json/profile'));
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Card title="Your name and email">
      <QueryPanel query={query}>
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
      </QueryPanel>
    </Card>
  );
}
