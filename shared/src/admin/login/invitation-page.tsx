import { PASSWORD_HELP } from '../../contracts/session.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, failureText } from '../../contracts/call-error.ts';
import { ROLE_LABELS, roleText } from '../../contracts/rights.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import { AuthPage } from './auth-page.tsx';
import { SecondStep } from './login-page.tsx';
import { goTo, LOGIN_PAGE_PATH } from '../base/navigation.ts';
import { useEnter } from '../base/session.queries.ts';

/** A person who was invited, or who forgot their password, chooses one here. */
export function InvitationPage({ invitation }: { invitation: { id: number; key: string } }) {
  const { client, businessName } = useAdminHost();
  const { data, error } = useQuery({
    queryKey: [`invitation ${invitation.id}.${invitation.key}`],
    queryFn: () => client.call('POST /api/admin/invitation', { body: invitation }),
    retry: false,
  });
  return (
    <AuthPage
      title={data?.isMember ? 'New password' : 'Invitation'}
      heading={data?.isMember ? 'Set a new password' : `Join ${businessName}`}
    >
      {error && (
        <div role="alert">
          <p className="admin-failure">
            {failureText(error, 'This link couldn’t be opened.', 'Couldn’t reach the server.')}
          </p>
          <Button isQuiet onClick={() => goTo(LOGIN_PAGE_PATH)}>
            Log in
          </Button>
        </div>
      )}
      {data && (
        <>
          {data.isMember ? (
            <p className="admin-small">You’ll be logged out everywhere else.</p>
          ) : (
            <p>
              Your role is <strong>{ROLE_LABELS[data.role]}</strong>
              <span>{`. ${roleText(data.role, 'You')}`}</span>
            </p>
          )}
          <PasswordStep {...{ invitation, username: data.username }} />
        </>
      )}
    </AuthPage>
  );
}

function PasswordStep({
  invitation,
  username,
}: {
  invitation: { id: number; key: string };
  username: string;
}) {
  const { client } = useAdminHost();
  const enter = useEnter();
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () => client.call('POST /api/admin/invitation/accept', { body: { ...invitation, password } }),
    onSuccess: (response) => {
      if (response.user) enter(response, '');
    },
  });
  const step = accept.data?.secondFactor;
  const { error } = accept;
  const [refused] = (error instanceof CallError && error.response?.fields?.['password']) || [];
  if (step)
    return (
      <SecondStep {...{ step }} onDone={(done) => enter(done, '')} onBack={() => goTo(LOGIN_PAGE_PATH)} />
    );
  return (
    <form
      className="admin-form stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!accept.isPending) accept.mutate();
      }}
    >
      <TextField label="Username" value={username} readOnly autoComplete="username" />
      <TextField
        label="Password"
        help={PASSWORD_HELP}
        type="password"
        autoComplete="new-password"
        value={password}
        error={refused}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div role="alert">
        {error && !refused && (
          <p className="admin-failure">
            {failureText(error, 'Please try again.', 'Couldn’t reach the server. Please try again.')}
          </p>
        )}
      </div>
      <Button type="submit" isBusy={accept.isPending} busyLabel="Opening…">
        Open the dashboard
      </Button>
    </form>
  );
}
