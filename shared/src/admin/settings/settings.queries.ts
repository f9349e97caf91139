import { useMutation } from '@tanstack/react-query';
import type { ResetPassword } from '../../contracts/admin/session.ts';
import { useAdminHost } from '../admin-context.ts';

export function useResetPassword() {
  const { client } = useAdminHost();
  return useMutation({
    mutationFn: (body: ResetPassword) => client.call('POST /api/admin/reset-password', { body }),
  });
}
