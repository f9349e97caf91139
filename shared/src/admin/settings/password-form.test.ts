import { expect, test } from 'vitest';
import { PasswordChange } from './password-form.tsx';

/** The first error of each field, as the form shows it. */
function passwordFaults(typed: PasswordChange): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of PasswordChange.safeParse(typed).error?.issues ?? []) {
    faults[String(path[0])] ??= message;
  }
  return faults;
}

const good = { currentPassword: 'old', newPassword: '12345678', confirmation: '12345678' };

test('eight matching characters are accepted', () => {
  expect(passwordFaults(good)).toEqual({});
});

test('a different confirmation, even by case or spaces', () => {
  for (const confirmation of ['', '12345679', '12345678 ']) {
    expect(passwordFaults({ ...good, confirmation })).toEqual({ confirmation: 'New passwords do not match' });
  }
});

test('a short new password', () => {
  expect(passwordFaults({ ...good, newPassword: '1234567', confirmation: '1234567' })).toEqual({
    newPassword: 'New password must be at least 8 characters',
  });
});

test('everything at once', () => {
  expect(passwordFaults({ currentPassword: '', newPassword: '', confirmation: 'x' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password must be at least 8 characters',
    confirmation: 'New passwords do not match',
  });
});
