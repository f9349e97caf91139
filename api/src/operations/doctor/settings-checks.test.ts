import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { testDatabase, testEnv, TEST_NOW } from '../../../test/shop/test-app.ts';
import type { Env } from '../../base/settings/env.ts';
import { keepFirstPassword } from '../../people/session/first-password.ts';
import { checkSettings, checkVersions } from './settings-checks.ts';

function aContext(env: Partial<Env>) {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  return {
    db,
    now: () => TEST_NOW,
    settings: testEnv({ isRateLimited: true, dataDir: tempFolder(), ...env }),
  };
}

test('a trial with the default settings is fine', () => {
  const context = aContext({});
  keepFirstPassword(context.settings.dataDir, 'admin', 'secret');
  expect(checkSettings(context)).toMatchObject([{ state: 'ok' }]);
});

test('a public shop is warned about each setting of a trial, and the first password is not shown', () => {
  const context = aContext({ publicUrl: 'https://shop.example.com', isRateLimited: false });
  keepFirstPassword(context.settings.dataDir, 'admin', 'swordfish');
  const lines = checkSettings(context);
  expect(lines.map(({ state, message }) => `${state}: ${message}`)).toEqual([
    'warning: Rate limits are off.',
    'warning: BUSINESS_EMAIL is hello@northlight.example, which does not exist.',
    'warning: The first password has not been changed.',
  ]);
  expect(lines.every(({ advice }) => advice)).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('swordfish');
});

test('the versions of the shop, Node and SQLite are listed', () => {
  expect(checkVersions(aContext({})).message).toMatch(
    /^Northlight \d+\.\d+\.\d+, Node \d+\.\S+, SQLite 3\.\S+\./,
  );
});
