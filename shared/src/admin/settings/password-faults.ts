import { ResetPassword } from '../../contracts/session.ts';

export type PasswordFields = { currentPassword: string; newPassword: string; confirmation: string };
export type PasswordFaults = Partial<Record<keyof PasswordFields, string>>;

/** What is wrong before the server is asked, by field; empty when nothing is. */
export function passwordFaults({ confirmation, ...passwords }: PasswordFields): PasswordFaults {
  const faults: PasswordFaults = {};
  for (const { path, message } of ResetPassword.safeParse(passwords).error?.issues ?? []) {
    const [name] = path;
    if (name === 'currentPassword' || name === 'newPassword') faults[name] ??= message;
  }
  if (passwords.newPassword !== confirmation) faults.confirmation = 'New passwords do not match';
  return faults;
}
