import { expect, test } from 'vitest';
import { weaknessOf } from './passwords.ts';

const names = { username: 'marlow', businessName: 'Northlight Studio' };

test.each(['12345678', 'password', 'PASSWORD', 'qwertyuiop', 'iloveyou', 'Sunshine1', 'football1'])(
  'the common password %s is weak',
  async (password) => expect(await weaknessOf(password, names)).toMatch(/too common/),
);

test.each([
  'marlow2026',
  'Marlow!marlow!',
  'northlight99',
  'Northlight Studio 1',
  'NorthlightStudio',
  'studio-marlow-1',
])('%s is weak because it is mostly a name', async (password) =>
  expect(await weaknessOf(password, names)).toMatch(/too similar to your name/),
);

test.each([
  'a quiet north window',
  'a calm north light',
  'marlow sings at dawn',
  'xK4-vQ9-tR2',
  '  ~~~~~ %%%',
])('%s is good enough', async (password) => expect(await weaknessOf(password, names)).toBeNull());

test('seven characters are too few', async () => {
  expect(await weaknessOf('xK4-vQ9', names)).toBe('The password must be at least 8 characters.');
});
