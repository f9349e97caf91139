import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { linuxLoginItem } from './autostart.ts';

function item(program: string) {
  const configHome = tempFolder();
  const entry = () => readFileSync(join(configHome, 'autostart', 'northlight.desktop'), 'utf8');
  return { entry, loginItem: linuxLoginItem({ configHome, program }) };
}

test('the autostart file starts the app hidden, and removing it turns autostart off', () => {
  const { loginItem, entry } = item('/opt/Northlight/northlight');
  expect(loginItem.isOn()).toBe(false);
  loginItem.turn(false);
  loginItem.turn(true);
  expect(loginItem.isOn()).toBe(true);
  expect(entry()).toContain('\nExec="/opt/Northlight/northlight" --hidden\n');
  loginItem.turn(false);
  expect(loginItem.isOn()).toBe(false);
});

test('special characters in a path are escaped', () => {
  const { loginItem, entry } = item('/home/ada/My "apps"/$5 `100%`/Northlight.AppImage');
  loginItem.turn(true);
  expect(entry()).toContain(
    String.raw`Exec="/home/ada/My \\"apps\\"/\\$5 \\${'`'}100%%\\${'`'}/Northlight.AppImage" --hidden`,
  );
});
