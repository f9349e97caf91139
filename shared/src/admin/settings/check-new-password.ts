import * as z from 'zod/mini';
import { ResetPassword } from '../../contracts/admin/session.ts';

/** A change of password as it is typed: the new one twice. */
export const PasswordChange = z.extend(ResetPassword, { confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    message: 'New passwords do not match',
  }),
);
export type PasswordChange = z.infer<typeof PasswordChange>;
