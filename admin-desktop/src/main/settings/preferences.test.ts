import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { linuxLoginItem } from './autostart.ts';
import { createPreferences, createSettings } from './preferences.ts';
import { DEFAULT_BOUNDS } from '../window/window-bounds.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

const file = () => join(folder, 'user', 'preferences.json');
const place = { x: -5, y: 8, width: 900, height: 700, isMaximized: true, zoom: 0.5 };

test('preferences survive a restart', () => {
  const preferences = createPreferences(file());
  expect(preferences.read()).toEqual({ hasNotices: true, window: DEFAULT_BOUNDS });
  preferences.change({ window: place });
  preferences.change({ hasNotices: false });
  expect(createPreferences(file()).read()).toEqual({ hasNotices: false, window: place });
  expect(readdirSync(join(folder, 'user'))).toEqual(['preferences.json']);
});

test.each(['', '{', '[]', '{"hasNotices":1}', '{"hasNotices":true,"window":{"width":"wide"}}'])(
  'a file with "%s" counts as empty',
  (text) => {
    createPreferences(file()).change({ hasNotices: false });
    writeFileSync(file(), text);
    expect(createPreferences(file()).read().hasNotices).toBe(true);
  },
);

test('each settings change applies at once, calls onChange, and leaves the other setting unchanged', () => {
  let changes = 0;
  const loginItem = linuxLoginItem({ configHome: folder, program: '/opt/Northlight/northlight' });
  const settings = createSettings({
    preferences: createPreferences(file()),
    loginItem,
    onChange: () => {
      changes += 1;
    },
  });
  expect(settings.read()).toEqual({ launchesAtLogin: false, hasNotices: true });
  expect(settings.change({ launchesAtLogin: true })).toEqual({ launchesAtLogin: true, hasNotices: true });
  expect(settings.change({ hasNotices: false })).toEqual({ launchesAtLogin: true, hasNotices: false });
  expect(settings.change({ launchesAtLogin: false })).toEqual({ launchesAtLogin: false, hasNotices: false });
  expect(changes).toBe(3);
});
