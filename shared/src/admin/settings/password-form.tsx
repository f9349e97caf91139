import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { showToast } from '../../ui/toasts.ts';
import { passwordFaults, type PasswordFields, type PasswordFaults } from './password-faults.ts';
import { useResetPassword } from './settings.queries.ts';

const EMPTY: PasswordFields = { currentPassword: '', newPassword: '', confirmation: '' };

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    help: 'At least 8 characters. Neither a common password nor a name.',
  },
  { name: 'confirmation', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

export function PasswordForm() {
  const [values, setValues] = useState(EMPTY);
  const [faults, setFaults] = useState<PasswordFaults>({});
  const inputs = useRef<Partial<Record<keyof PasswordFields, HTMLInputElement | null>>>({});
  const reset = useResetPassword();
  const failure =
    reset.error &&
    failureText(reset.error, 'Failed to update password', 'An error occurred while resetting the password');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reset.isPending) return;
    const found = passwordFaults(values);
    setFaults(found);
    reset.reset();
    const firstWrong = FIELDS.find(({ name }) => found[name]);
    if (firstWrong) return inputs.current[firstWrong.name]?.focus();
    const { currentPassword, newPassword } = values;
    reset.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setValues(EMPTY);
          showToast({ title: 'Password Updated' });
        },
      },
    );
  };

  return (
    <form className="admin-form" noValidate aria-labelledby="password-title" onSubmit={submit}>
      {FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          ref={(input) => {
            inputs.current[name] = input;
          }}
          type="password"
          name={name}
          value={values[name]}
          error={faults[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <div role="alert">{failure && <p className="admin-failure">{failure}</p>}</div>
      <Button type="submit" isBusy={reset.isPending} busyLabel="Updating...">
        Update password
      </Button>
    </form>
  );
}
