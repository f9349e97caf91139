import { afterEach, expect, test, vi } from 'vitest';
import { commandName } from './command-name.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a command is named as people type it: in a checkout by pnpm, and on an installed machine by the shop', () => {
  vi.stubEnv('NORTHLIGHT_COMMAND', '');
  // Without "run", pnpm checks itself.
  expect(commandName('doctor')).toBe('pnpm run doctor');
  expect(commandName('person-erase', 'EMAIL')).toBe('pnpm person:erase EMAIL');
  expect(commandName('restore', 'latest')).toBe('pnpm restore latest');
  vi.stubEnv('NORTHLIGHT_COMMAND', 'northlight bakery');
  expect(commandName('doctor')).toBe('northlight bakery doctor');
  expect(commandName('person-erase', 'EMAIL')).toBe('northlight bakery person-erase EMAIL');
  expect(commandName('admin --without-factor')).toBe('northlight bakery admin --without-factor');
});
