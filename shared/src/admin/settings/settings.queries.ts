import { useMutation } from '@tanstack/react-query';
import type { ResetPassword } from '../../contracts/admin/session.ts';
import { useAdminHost } from '../admin-context.ts';

export function useResetPassword() {
  const { client } = useAdminHost();
  return useMutation({ mutationFn: (passwords: ResetPassword) => client.resetPassword(passwords) });
}
