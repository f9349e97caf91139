import * as z from 'zod/mini';
import { ResetPassword } from '../../contracts/session.ts';

/** The password form, in which the new password is entered twice. */
export const PasswordChange = z.extend(ResetPassword, { confirmation: z.string() }).check(
  z.refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    path: ['confirmation'],
    message: 'New passwords do not match',
  }),
);
export type PasswordChange = z.infer<typeof PasswordChange>;
