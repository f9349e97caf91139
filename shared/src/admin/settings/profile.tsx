import { useState } from 'react';
import { Profile as ProfileCheck } from '../../contracts/people.ts';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import * as z from 'zod/mini';
import { failureText } from '../../contracts/call-error.ts';
import { PASSWORD_HELP, ResetPassword } from '../../contracts/session.ts';

/** The own name and email address. A new address counts with the code that is sent to it. */
export function Profile() {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Card title="Your name and email">
      <Reads call="GET /api/json/profile">
        {({ firstName, lastName, email, version }) => (
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
              const saved = await client.call('POST /api/admin/profile', { body: { ...body, version } });
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

/** The new password is entered twice. */
const PasswordChange = z.extend(ResetPassword, { confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    message: 'New passwords do not match',
  }),
);

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password', help: PASSWORD_HELP },
  { name: 'confirmation', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

export function PasswordForm() {
  const [failure, setFailure] = useState('');
  return (
    <Card
      title="Change your password"
      about="You’ll be logged out everywhere else, and your API tokens will stop working."
    >
      <DataForm
        label="Change your password"
        schema={PasswordChange}
        initial={{ currentPassword: '', newPassword: '', confirmation: '' }}
        fields={[
          ...FIELDS.map((field) => ({
            ...field,
            type: 'password',
            register: { onChange: () => setFailure('') },
          })),
          <div key="failure" role="alert">
            {failure && <p className="admin-failure">{failure}</p>}
          </div>,
        ]}
        act={async (client, { currentPassword, newPassword }, form) => {
          const unknown = 'An error occurred while resetting the password';
          setFailure('');
          try {
            await client.call('POST /api/admin/reset-password', { body: { currentPassword, newPassword } });
          } catch (error) {
            setFailure(failureText(error, 'Failed to update password', unknown));
            return undefined;
          }
          form.reset();
          return { success: true, message: 'Password Updated' };
        }}
        failure="Failed to update password"
        submit="Update password"
        busyLabel="Updating…"
      />
    </Card>
  );
}
