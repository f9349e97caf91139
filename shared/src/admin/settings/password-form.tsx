import { useMutation } from '@tanstack/react-query';
import { PASSWORD_HELP, ResetPassword } from '../../contracts/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { showToast } from '../../ui/toasts.ts';
import { useActForm } from '../base/act-form.tsx';
import { useAdminHost } from '../base/admin-context.ts';
import * as z from 'zod/mini';

/** The password form, in which the new password is entered twice. */
export const PasswordChange = z.extend(ResetPassword, { confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    message: 'New passwords do not match',
  }),
);
export type PasswordChange = z.infer<typeof PasswordChange>;

const EMPTY: PasswordChange = { currentPassword: '', newPassword: '', confirmation: '' };

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    help: PASSWORD_HELP,
  },
  { name: 'confirmation', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

export function PasswordForm() {
  const { form, field } = useActForm(PasswordChange, EMPTY);
  const { client } = useAdminHost();
  const reset = useMutation({
    mutationFn: (body: ResetPassword) => client.call('POST /api/admin/reset-password', { body }),
  });
  const failure =
    reset.error &&
    failureText(reset.error, 'Failed to update password', 'An error occurred while resetting the password');

  const submit = form.handleSubmit(
    ({ currentPassword, newPassword }) => {
      if (reset.isPending) return;
      reset.mutate(
        { currentPassword, newPassword },
        {
          onSuccess: () => {
            form.reset();
            showToast({ title: 'Password Updated' });
          },
        },
      );
    },
    () => reset.reset(),
  );

  return (
    <form
      className="admin-form stack gap-4"
      noValidate
      aria-labelledby="password-title"
      onSubmit={(event) => void submit(event)}
    >
      {FIELDS.map(({ name, ...texts }) => (
        <TextField key={name} {...texts} {...field(name)} type="password" />
      ))}
      <div role="alert">{failure && <p className="admin-failure">{failure}</p>}</div>
      <Button type="submit" isBusy={reset.isPending} busyLabel="Updating…">
        Update password
      </Button>
    </form>
  );
}
