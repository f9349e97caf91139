import { expect, test } from 'vitest';
import { ResetPassword } from '../contracts/session.ts';
import { checkBy } from './check-by.ts';

const check = checkBy<ResetPassword, ResetPassword>(ResetPassword);
const options = { fields: {}, shouldUseNativeValidation: false };

test('each field shows its first error, and valid values come back parsed', async () => {
  expect(await check({ currentPassword: '', newPassword: 'short' }, undefined, options)).toEqual({
    values: {},
    errors: {
      currentPassword: { type: 'check', message: 'Current password is required' },
      newPassword: { type: 'check', message: 'New password must be at least 8 characters' },
    },
  });
  const right = { currentPassword: 'old', newPassword: '12345678' };
  expect(await check(right, undefined, options)).toEqual({ values: right, errors: {} });
});
